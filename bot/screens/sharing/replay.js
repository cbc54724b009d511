// Steps through the match, and recomputes its rolls from the record on this page.

const $ = (id) => document.getElementById(id);
const text = new TextEncoder();

function bytesOf(id) {
  return Uint8Array.from(atob($(id).textContent), (character) => character.charCodeAt(0));
}

async function unpacked(id) {
  const stream = new Blob([bytesOf(id)]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

const ROUNDS = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0xfc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x6ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];
const START = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

function sha256(message) {
  const turned = (word, by) => (word >>> by) | (word << (32 - by));
  const padded = new Uint8Array(((message.length + 72) >> 6) << 6), view = new DataView(padded.buffer);
  padded.set(message);
  padded[message.length] = 0x80;
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  const state = Uint32Array.from(START), words = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) { words[i] = view.getUint32(at + 4 * i); continue; }
      const early = words[i - 15], late = words[i - 2];
      const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3), second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[i] = words[i - 16] + first + words[i - 7] + second;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(Uint8Array.from([...block.map((byte) => byte ^ 0x36), ...message]));
  return sha256(Uint8Array.from([...block.map((byte) => byte ^ 0x5c), ...inner]));
}

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

// Roll number `number` (counted from 0) among `bound` results, as docs/dice.md of Furlong describes it.
function roll(seed, number, bound) {
  const all = 1n << 256n, limit = all - (all % BigInt(bound));
  for (let attempt = 0; ; attempt++) {
    const value = BigInt("0x" + hex(hmac(seed, text.encode(`${number}:${attempt}`))));
    if (value < limit) return Number(value % BigInt(bound));
  }
}

function readRecord() {
  const headers = {}, moves = [];
  for (const line of $("record").textContent.split("\n").slice(1)) {
    const entries = line.match(/^\d+\. (.+)$/), header = line.match(/^([a-z0-9 ]+): (.*)$/);
    if (entries) moves.push(...entries[1].split(" "));
    else if (header) headers[header[1]] = header[2];
  }
  return { headers, moves };
}

function verify(match) {
  const { headers, moves } = readRecord(), secret = unhex(headers.secret);
  const seed = hmac(secret, text.encode(headers["started by"] ?? ""));
  const isSealed = hex(sha256(secret)) === headers.commitment;
  const rolls = match.rolls.map(([ply, kind], number) => {
    const results = match.results[kind], given = results[roll(seed, number, results.length)];
    return { ply, given, recorded: moves[ply - 1], fits: given === moves[ply - 1] };
  });
  $("sealed").hidden = !isSealed;
  $("unsealed").hidden = isSealed;
  const fits = rolls.every((one) => one.fits);
  $("fits").hidden = !fits;
  $("differs").hidden = fits;
  $("rolls").replaceChildren(...rolls.map((one) => {
    const row = document.createElement("tr");
    row.append(...[one.ply, one.recorded, one.given, one.fits ? "✓" : "✗"].map((cell) => {
      const element = document.createElement("td");
      element.textContent = cell;
      return element;
    }));
    return row;
  }));
}

async function begin() {
  const match = await unpacked("match"), slider = $("ply"), canvas = $("board"), last = match.steps.length - 1;
  const pen = canvas?.getContext("2d"), sheet = new Image();
  if (pen) {
    sheet.src = "data:image/webp;base64," + $("sheet").textContent;
    await sheet.decode();
  }

  function paint(ply) {
    pen.fillStyle = `rgb(${match.ground})`;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    for (const number of match.pictures[ply]) {
      const [sprite, left, top] = match.layers[number], [x, y, width, height] = match.sprites[sprite];
      pen.drawImage(sheet, x, y, width, height, left, top, width * match.scale, height * match.scale);
    }
  }

  function go(to) {
    const ply = Math.max(0, Math.min(last, to || 0));
    slider.value = ply;
    if (pen) paint(ply);
    slider.setAttribute("aria-valuetext", match.steps[ply]);
    $("step").textContent = match.steps[ply];
    $("text").textContent = match.boards[ply];
    $("ending").hidden = ply !== last;
    for (const id of ["first", "back"]) $(id).disabled = ply === 0;
    for (const id of ["forward", "last"]) $(id).disabled = ply === last;
    for (const link of $("moves").querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
    $("moves").children[ply]?.firstChild.setAttribute("aria-current", "step");
    history.replaceState(null, "", `#${ply}`);
  }

  const ways = { first: () => 0, back: () => slider.valueAsNumber - 1, forward: () => slider.valueAsNumber + 1, last: () => last };
  for (const [id, way] of Object.entries(ways)) $(id).addEventListener("click", () => go(way()));
  slider.addEventListener("input", () => go(slider.valueAsNumber));
  addEventListener("hashchange", () => go(Number(location.hash.slice(1))));
  addEventListener("keydown", (event) => {
    if (event.target === slider || event.ctrlKey || event.metaKey || event.altKey) return;
    const way = ways[{ Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last" }[event.key]];
    if (!way) return;
    event.preventDefault();
    go(way());
  });
  $("moves").replaceChildren(...match.steps.map((words, ply) => {
    const item = document.createElement("li"), link = document.createElement("a");
    link.href = `#${ply}`;
    link.textContent = words;
    item.append(link);
    return item;
  }));
  $("player").hidden = false;
  go(Number(location.hash.slice(1)));
  if ($("rolls")) verify(match);
}

async function copy() {
  const selected = getSelection();
  selected.selectAllChildren($("record"));
  try {
    await navigator.clipboard.writeText($("record").textContent);
  } catch {
    document.execCommand("copy");
  }
  $("copied").hidden = false;
}

$("copy").addEventListener("click", copy);
$("save").href = URL.createObjectURL(new Blob([$("record").textContent], { type: "text/plain" }));
begin().catch(() => ($("trouble").hidden = false));

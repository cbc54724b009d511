// Changes the board in place instead of loading the page anew; without this script every link and form still works.

const board = document.querySelector("#board");
const LATER = 3000; // milliseconds for which an answer is awaited or told
const FIRST = 1000, LAST = 60000; // milliseconds until what failed is tried again, at first and at most
const growing = (failures) => Math.min(LAST, FIRST * 2 ** failures) * (0.75 + Math.random() / 4); // not all at once
const { lang, dataset: { now, count } } = document.documentElement;
const LOCALE = navigator.languages.find((one) => one.split("-")[0] === lang.split("-")[0]) ?? lang; // such as British English
const AHEAD = now ? new Date(now) - Date.now() : 0; // how far Furlong's clock is ahead of the browser's

if (count) navigator.setAppBadge?.(Number(count)).catch(() => {}); // on the icon, where the page is kept as an app
for (const form of document.querySelectorAll("form[data-at-once]")) form.submit();

const UNANSWERED = 10000; // milliseconds until a form without an answer can be sent again
let isSent = false;

// A form that leads to another page is sent once, however often it is pressed while the answer takes long.
addEventListener("submit", (event) => {
  if (event.defaultPrevented) return; // it changes the board in place
  if (isSent) return event.preventDefault();
  isSent = true;
  setTimeout(() => { isSent = false; }, UNANSWERED);
});
addEventListener("pageshow", () => { isSent = false; });

function localTimes(root) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    const at = new Date(time.dateTime);
    const text = time.dataset.style === "C" ? clock(at) : time.dataset.style === "R" ? relative(at) : at.toLocaleString(LOCALE, { dateStyle: "medium", timeStyle: "short" });
    time.ariaLive = "off"; // time that passes is not read out
    if (time.textContent !== text) time.textContent = text;
  }
}

function relative(at) {
  const seconds = (at - Date.now() - AHEAD) / 1000;
  const format = new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto" });
  for (const [unit, length] of [["day", 86400], ["hour", 3600], ["minute", 60]])
    if (Math.abs(seconds) >= length) return format.format(Math.round(seconds / length), unit);
  return format.format(Math.round(seconds), "second");
}

// A clock that runs: hours, minutes and seconds within a day, roughly before that.
function clock(at) {
  const seconds = Math.max(0, Math.round((at - Date.now() - AHEAD) / 1000));
  if (seconds >= 86400) return relative(at);
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(Math.floor);
  return parts.slice(parts[0] ? 0 : 1).map((part, place) => String(part).padStart(place ? 2 : 1, "0")).join(":");
}

let choosing = null; // the part of the script that chooses moves, where there is a choice

async function prepare() {
  if (board.querySelector("[data-choices]")) choosing ??= await import(`./choose.js${new URL(import.meta.url).search}`);
  choosing?.begin({ go, tellWhy, settles: SETTLES, asks: () => kept.confirms !== "off" || "confirms" in board.dataset });
}

const SOON = 1000; // milliseconds until a page that only shows progress is asked for again
let latest = 0, isRefreshing = false, isOutdated = false, isSettled = false, isAnswer = false, failures = 0, refreshes;
let sending = Promise.resolve(), isSending = false; // until the answer to a form is shown, which neither news nor a touch must take away
let shown = location.pathname + (/^\?chosen=/.test(location.search) ? location.search : ""); // with what was chosen so far of a move, so that news does not take it away

// Changes that come faster than they can be shown are shown together.
async function refresh() {
  isOutdated = true;
  if (isRefreshing) return;
  isRefreshing = true;
  while (isOutdated) {
    isOutdated = false;
    await load(shown);
  }
  isRefreshing = false;
}

function load(address, options, pressed) {
  const showing = show(address, options, pressed);
  if (!options) return showing;
  isSending = true;
  return sending = showing.finally(() => { isSending = false; });
}

async function show(address, options, pressed) {
  const request = ++latest;
  board.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(address, { headers: { Accept: "text/html+board" }, ...options });
    if (response.redirected) return location.assign(response.url);
    if (!options && (response.status === 429 || response.status >= 500)) throw new Error("it is tried again");
    const text = await response.text();
    if (options && history.state?.chosen) { // what was chosen has been played or refused, even if newer news is on its way
      isSettled = true;
      history.back();
    }
    if (request !== latest) return;
    if (response.status === 401) return location.reload();
    const next = document.createElement("template");
    next.innerHTML = text;
    const once = next.content.querySelector("form[data-at-once]");
    if (once) return load(once.getAttribute("action"), { method: "POST", body: new URLSearchParams(new FormData(once)) });
    const [motion, image] = await Promise.all([motionTo(next.content), painted(next.content.querySelector(".picture img"))]);
    if (request !== latest) return;
    const before = board.querySelector("[data-ply]")?.dataset;
    const focused = board.contains(document.activeElement) ? document.activeElement : null;
    const [seen, spoken, ply] = [places(), words(), lastMove()];
    const open = [...board.querySelectorAll("details[open] > summary")].map((summary) => summary.textContent);
    board.replaceChildren(next.content);
    if (image) board.querySelector(".picture img").replaceWith(image);
    for (const summary of board.querySelectorAll("summary")) summary.parentElement.open = open.includes(summary.textContent);
    document.body.classList.remove("offline");
    [isAnswer, failures] = [Boolean(options), 0];
    localTimes(board);
    keepFresh(seen);
    if (!options) restoreDrafts();
    sayNews(spoken, ply);
    if (motion) move(board.querySelector("[data-motion]"), motion);
    const after = board.querySelector("[data-ply]")?.dataset;
    const isEnd = before && after && !("over" in before) && "over" in after;
    if (isEnd) sound(...END);
    else if (Number(before?.ply) < Number(after?.ply)) sound(motion?.stages.flat().some((actor) => actor[5] < 0) ? CAPTURE : MOVE);
    goOnWaiting();
    prepare();
    if (isEnd) board.querySelector(".verdict")?.scrollIntoView({ block: "nearest" });
    if (options) board.querySelector(".note[role=alert]")?.scrollIntoView({ block: "nearest" });
    if (focused) (board.querySelector(focused.id ? `#${focused.id}` : "#play") ?? board.querySelector("#play, #next, svg a[aria-label]"))?.focus();
    else if (pressed) board.querySelector(`#${pressed}`)?.focus(); // it lost the focus when it was disabled
  } catch {
    document.body.classList.add("offline");
    clearTimeout(refreshes);
    if (!options) refreshes = setTimeout(refresh, growing(failures++));
    else for (const button of board.querySelectorAll("button:disabled")) button.disabled = false; // to be pressed again
  } finally {
    if (request === latest) board.removeAttribute("aria-busy");
  }
}

const SETTLES = 500; // milliseconds for which what has just appeared is under no finger
const ACTS = "button, .button, summary";
const placed = (one) => `${one.textContent.trim()} ${[one.getBoundingClientRect()].map(({ x, y }) => [x, y].map(Math.round))}`;
const places = () => new Set([...board.querySelectorAll(ACTS)].map(placed));

// A second tap hits nothing but what was there, at the same place, for the first one.
function keepFresh(seen) {
  const fresh = [...board.querySelectorAll(ACTS)].filter((one) => !seen.has(placed(one)));
  for (const one of fresh) one.classList.add("fresh");
  setTimeout(() => { for (const one of fresh) one.classList.remove("fresh"); }, SETTLES);
}

const MOST_SAID = 4; // moves
const moves = () => [...board.querySelectorAll(".match:has([data-state]) .moves a")].map((one) => [Number(new URL(one.href).searchParams.get("ply")), one.ariaLabel]);
const lastMove = () => (board.querySelector("[data-state]") ? Math.max(0, ...moves().map(([ply]) => ply)) : Infinity);
const words = () => [...board.querySelectorAll("[data-said]")].flatMap((one) => [...one.childNodes].filter((part) => !part.matches?.("[role=alert]")).map((part) => part.textContent.trim())).filter(Boolean).join(" ");

// Reads out what has happened, in a region that stays: the moves first, then what is asked or told now.
function sayNews(spoken, ply) {
  const news = moves().filter(([at]) => at > ply).slice(0, MOST_SAID).reverse().map(([, text]) => text);
  const now = words();
  if (news.length || now !== spoken) document.querySelector("#said").textContent = [...news, now].join(". ");
}

function goOnWaiting() {
  clearTimeout(refreshes);
  if (board.querySelector("[data-waits]")) refreshes = setTimeout(refresh, SOON);
}

// The next picture, once it can be shown at once, so that the board does not flicker. Loaded anew it would have no size
// for a moment, and what is put over it would be put elsewhere.
async function painted(picture) {
  const early = picture && document.importNode(picture);
  await early?.decode().catch(() => {});
  return early;
}

// Three quiet sounds, made here: pitch in Hz, and seconds until it begins. They are off until somebody turns them on.
const MOVE = [330, 0], CAPTURE = [220, 0], END = [[392, 0], [494, 0.15], [587, 0.3]];
let audio, kept = {};
try { kept = localStorage; } catch { /* a browser may keep nothing for a page in a frame */ }

function sound(...tones) {
  if (kept.sounds !== "on") return;
  audio ??= new AudioContext();
  for (const [pitch, later] of tones) {
    const tone = audio.createOscillator(), volume = audio.createGain(), at = audio.currentTime + later;
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.08, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.2);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.2);
  }
}

// Two settings of this browser: whether a chosen move is confirmed, as usual, and whether there are sounds.
for (const [name, usual] of [["confirms", "on"], ["sounds", "off"]]) {
  const box = document.querySelector(`#${name}`);
  if (!box) continue;
  box.closest("section").hidden = false;
  box.checked = (kept[name] ?? usual) === "on";
  box.addEventListener("change", () => {
    kept[name] = box.checked ? "on" : "off";
    if (name === "sounds") sound(MOVE);
  });
}

// What was typed is kept in this browser for a day until it was sent by somebody signed in: the session may have ended.
const TYPED = "main form textarea, main form input:not([type]), main form input[type=text]", A_DAY = 86400000;
// A field of another form is another one, even on the same page, and so is a form that is about something else.
const draftOf = ({ form, name }) =>
  ["draft", form.getAttribute("action"), ...["deed", "match", "detail"].map((key) => form.elements[key]?.value ?? ""), name].join(" ");
const drafts = () => Object.keys(kept).filter((name) => name.startsWith("draft "));
const forget = (names) => { for (const name of names) delete kept[name]; };

const ownName = document.querySelector(".own-name")?.textContent;
if (ownName && kept.typist !== ownName) { // what one person typed is for nobody else
  if (kept.typist) forget(drafts());
  kept.typist = ownName;
}
if (ownName) forget(JSON.parse(kept.sent ?? "[]"));
delete kept.sent;
restoreDrafts();
function restoreDrafts() {
  if (!ownName) return;
  for (const field of document.querySelectorAll(TYPED)) {
    const [at, text] = JSON.parse(kept[draftOf(field)] ?? "[0]");
    if (Date.now() - at < A_DAY) field.value = text;
  }
}
addEventListener("input", ({ target }) => {
  if (target.matches(TYPED)) kept[draftOf(target)] = JSON.stringify([Date.now(), target.value]);
});
addEventListener("submit", ({ target }) => {
  if (target.getAttribute("action") === "/leave") forget(drafts());
  else kept.sent = JSON.stringify([...target.querySelectorAll(TYPED)].map(draftOf));
}, { capture: true });

const READ = 6000; // milliseconds for which the reason why something cannot be chosen is told

// Tells why the touched place cannot be chosen.
async function tellWhy(picture, event) {
  const image = picture.querySelector("img"), box = image.getBoundingClientRect(), scale = image.naturalWidth / box.width;
  const [x, y] = [event.clientX - box.left, event.clientY - box.top].map((way) => Math.max(0, Math.round(way * scale)));
  const answer = await fetch(`${picture.dataset.why}&x=${x}&y=${y}`).catch(() => null);
  const told = picture.querySelector(".why"), text = answer?.ok ? await answer.text() : "";
  told.textContent = text;
  setTimeout(() => { if (told.textContent === text) told.textContent = ""; }, READ);
}

const STEP = 330, ALL_STEPS = 1200; // milliseconds that a step is seen to happen, and the most for many of them

// What is needed to show how pieces move from the board on the page to the next one; null if there is nothing to be seen.
async function motionTo(next) {
  const after = next.querySelector("[data-motion]")?.dataset, before = board.querySelector("[data-motion]")?.dataset;
  if (!(before && after && Number(before.ply) < Number(after.ply)) || document.hidden) return null;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return null;
  try {
    const signal = AbortSignal.timeout(LATER);
    const motion = await (await fetch(`${after.motion}&since=${before.ply}`, { signal })).json();
    if (!motion.stages.length) return null;
    const sheet = new Image();
    sheet.src = motion.sheet;
    await sheet.decode();
    return motion;
  } catch {
    return null; // the picture alone tells what has happened, too
  }
}

// Lays over the picture, for a moment, the pieces that move, on patches that show it without them.
async function move(picture, { sheet, size: [width, height], sprites, patches, stages }) {
  const layer = document.createElement("div");
  layer.className = "motion";
  layer.ariaHidden = "true";
  Object.assign(layer.style, { width: `${width}px`, height: `${height}px`, transform: `scale(${picture.clientWidth / width})` });
  const put = (sprite, x, y) => {
    const [left, top, across, down] = sprites[sprite];
    const piece = layer.appendChild(document.createElement("i"));
    const background = `url("${sheet}") ${-left}px ${-top}px`;
    Object.assign(piece.style, { width: `${across}px`, height: `${down}px`, transform: `translate(${x}px, ${y}px)`, background });
    return piece;
  };
  for (const patch of patches) put(...patch);
  picture.querySelector("img").after(layer);
  const duration = Math.min(STEP, ALL_STEPS / stages.length);
  for (const stage of stages) {
    const pieces = stage.map(([sprite, x, y, toX, toY, does]) => {
      const piece = put(sprite, x, y);
      const opacity = [Number(does <= 0), Number(does >= 0)]; // one that appears has 1, one that vanishes -1
      piece.animate({ transform: [`translate(${x}px, ${y}px)`, `translate(${toX}px, ${toY}px)`], opacity }, { duration, easing: "ease-in-out", fill: "forwards" });
      return piece;
    });
    await Promise.all(pieces.flatMap((piece) => piece.getAnimations().map((one) => one.finished)));
    for (const piece of pieces) piece.remove();
  }
  layer.remove();
}

document.body.classList.toggle("can-send", "share" in navigator);
document.body.classList.toggle("can-copy", Boolean(navigator.clipboard));

// Sends the end of a match through the sheet of the system: a sentence, the picture and, if it is public, the link.
async function send({ text, link, picture }) {
  const sent = link ? { text, url: link } : { text };
  const answer = picture ? await fetch(picture).catch(() => null) : null;
  if (answer?.ok) {
    const files = [new File([await answer.blob()], "furlong.png", { type: "image/png" })];
    if (navigator.canShare?.({ ...sent, files })) sent.files = files;
  }
  await navigator.share(sent).catch(() => {}); // such as by closing the sheet
}

async function copy(button) {
  await navigator.clipboard.writeText(button.dataset.link);
  const label = button.textContent;
  button.textContent = button.dataset.done;
  setTimeout(() => { button.textContent = label; }, LATER);
}

const PACE = 1400; // milliseconds from one step of a replay to the next
let running = 0;

// Plays a replay by itself until its end, or until anything else is touched.
async function run() {
  await go(board.querySelector("#later").getAttribute("href"));
  if (!running || !board.querySelector("#later")) return stop();
  running = setTimeout(run, PACE);
  showRunning();
}

function stop() {
  clearTimeout(running);
  running = 0;
  showRunning();
}

function showRunning() {
  const button = board.querySelector(".run");
  if (!button) return;
  button.dataset.start ??= button.textContent;
  button.textContent = running ? button.dataset.stop : button.dataset.start;
}

const DRAGGED = 12; // pixels from which on a press is a drag
const OPTION = "svg a[href*='?chosen=']";

// A mouse that drags a piece does what two touches do. A finger that does so scrolls.
function letDrag() {
  let start = null;
  const isDrag = (event) => start && Math.hypot(event.clientX - start.x, event.clientY - start.y) >= DRAGGED;
  board.addEventListener("dragstart", (event) => { if (event.target.closest("svg, .picture")) event.preventDefault(); });
  board.addEventListener("pointerdown", (event) => {
    const link = event.pointerType === "mouse" && event.button === 0 && !choosing?.isReady() ? event.target.closest(OPTION) : null;
    start = link && { address: link.getAttribute("href"), x: event.clientX, y: event.clientY };
  });
  addEventListener("pointermove", (event) => { if (start) document.body.classList.toggle("dragging", isDrag(event)); });
  addEventListener("pointerup", async (event) => {
    const { address } = isDrag(event) ? start : {};
    start = null;
    document.body.classList.remove("dragging");
    if (!address) return;
    const end = (click) => { click.stopPropagation(); click.preventDefault(); };
    addEventListener("click", end, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", end, { capture: true })); // not every drag ends in a click
    await go(address);
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const link = under?.closest(OPTION), picture = under?.closest("[data-why]");
    if (link) go(link.getAttribute("href"));
    else if (picture) tellWhy(picture, event);
  });
}

if (board) {
  prepare();
  goOnWaiting();
  letDrag();
  board.addEventListener("click", (event) => {
    const wasRunning = running;
    if (wasRunning) stop();
    if (event.target.closest("button.run") && !wasRunning) {
      running = 1;
      return run();
    }
    const button = event.target.closest("button.send, button.copy");
    if (button) return button.matches(".send") ? send(button.dataset) : copy(button);
    const picture = event.target.closest("[data-why]");
    if (picture && !event.target.closest("a")) return tellWhy(picture, event);
    const link = event.target.closest("a[href*='?chosen='], a[href*='?ply='], [data-live] a.now");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    link.classList.add("touched");
    go(link.getAttribute("href"));
  });
  board.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target, data = new FormData(form, event.submitter);
    const body = form.enctype === "multipart/form-data" ? data : new URLSearchParams(data);
    for (const button of form.querySelectorAll("button")) button.disabled = true;
    shown = location.pathname;
    load(form.getAttribute("action"), { method: "POST", body }, event.submitter?.id);
  });
  board.addEventListener("input", (event) => {
    if (event.target.id !== "ply") return;
    const picture = board.querySelector("img");
    picture.src = picture.getAttribute("src").replace(/ply=\d+/, `ply=${event.target.value}`);
  });
  board.addEventListener("change", (event) => {
    if (event.target.id === "ply") go(`${location.pathname}?ply=${event.target.value}`);
    if (event.target.matches("[data-sends]")) event.target.form.requestSubmit();
  });
  document.addEventListener("keydown", (event) => {
    if (/^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "")) return;
    const way = { Escape: "#back", ArrowLeft: "#earlier", ArrowRight: "#later" }[event.key];
    if (way) board.querySelector(way)?.click();
  });
  window.addEventListener("popstate", () => {
    if (!isSettled) board.querySelector("#back")?.click();
    isSettled = false;
  });
}

// A step of a replay and a line to try are part of the address, so that they can be kept, and so is what was chosen of a
// move: it is still chosen when the page is loaded anew. That, or a step that is looked at from the board, is an entry of the
// history of its own, so that the browser's Back leads back to the board and stays on the page.
function go(address) {
  if (isSending) return; // this board is about to be another one
  const isStep = /\?ply=/.test(address), leaves = /\?chosen=./.test(address) || (isStep && board.dataset.live);
  if (leaves && !history.state?.chosen) history.pushState({ chosen: true }, "");
  if (isStep || /^\/try\/|^\/matches\/\d+(\?chosen=|$)/.test(address)) history.replaceState(leaves ? { chosen: true } : null, "", address.replace(/\?chosen=$/, ""));
  shown = address;
  if (!choosing?.take(address)) return load(address);
  latest++; // what is on its way is no longer wanted
  isOutdated = isRefreshing; // but news is, with what is chosen now
  board.removeAttribute("aria-busy");
}

// All pages of a browser share one stream of news, because browsers open only six connections to an address. Each page
// holds a lock with the number of its match. The one that was looked at last leads: it asks for news of all these matches,
// and tells the others. Pages that nobody looks at take no part, unless they are to sound.
const [, match] = board?.dataset.live?.match(/(\d+)\/events$/) ?? [];
const LEADS = "furlong leads", WATCHES = "furlong watches ", LASTING = 10000; // milliseconds after which a stream works
const channel = match && new BroadcastChannel("furlong");
let watch = null, heard;

function takePart() {
  if (document.hidden && kept.sounds !== "on") {
    watch?.abort();
    watch = null;
  } else if (!watch) follow((watch = new AbortController()).signal);
}

async function follow(signal) {
  const over = new Promise((done) => signal.addEventListener("abort", done));
  try {
    await new Promise((held, refused) => navigator.locks.request(WATCHES + match, { mode: "shared" }, () => (held(), over)).catch(refused));
  } catch {
    return lead(signal); // there are no locks without TLS, nor where a browser keeps nothing for a frame
  }
  for (let options = { steal: true }; !signal.aborted; options = { signal }) {
    const turn = new AbortController(), end = () => turn.abort();
    signal.addEventListener("abort", end);
    await navigator.locks.request(LEADS, options, () => lead(turn.signal)).catch(() => {}); // another page was looked at
    signal.removeEventListener("abort", end);
    end();
  }
}

async function lead(signal) {
  for (let fails = 0; !signal.aborted; ) {
    const began = Date.now();
    await listen(signal);
    if (signal.aborted) break;
    if (Date.now() - began >= LASTING) fails = 0;
    if (fails) tell("lost"); // once may be a restart
    await new Promise((done) => {
      setTimeout(done, growing(fails++));
      signal.addEventListener("abort", done);
    });
  }
}

// Tells what a stream says until it breaks.
async function listen(signal) {
  const held = (await navigator.locks?.query().catch(() => null))?.held ?? [];
  const also = new Set(held.filter(({ name }) => name.startsWith(WATCHES)).map(({ name }) => name.slice(WATCHES.length)));
  also.delete(match);
  if (signal.aborted) return;
  const events = new EventSource(board.dataset.live + (also.size ? `?also=${[...also]}` : ""));
  for (const kind of ["visitor", "states"]) events.addEventListener(kind, ({ data }) => tell(kind, data));
  await new Promise((done) => {
    events.addEventListener("error", done);
    signal.addEventListener("abort", done);
  });
  events.close();
}

function tell(...news) {
  channel.postMessage(news);
  hear(...news);
}

async function hear(kind, data) {
  if (!watch) return;
  if (kind === "visitor" && data !== board.dataset.visitor) location.reload(); // nothing here can be sent any more
  if (kind === "states") catchUp(JSON.parse(data)[match]);
  if (kind !== "lost") return;
  await refresh(); // at least now, and the answer may be that nobody is signed in any more
  document.body.classList.add("unheard");
}

// What is shown after a form, and is no board, stays.
async function catchUp(state) {
  const before = heard;
  if (state === undefined) return; // who leads learns of this page next time
  document.body.classList.remove("offline", "unheard");
  heard = state;
  await sending;
  const stands = board.querySelector("[data-state]")?.dataset.state;
  if (stands === undefined ? before !== undefined && before !== state && !isAnswer : stands !== state) refresh();
}

if (match) {
  channel.addEventListener("message", ({ data }) => hear(...data));
  document.addEventListener("visibilitychange", takePart);
  takePart();
}
if (window === parent) navigator.serviceWorker?.register("/worker.js").then(offerNotices, () => {}); // a frame may keep nothing
if (!navigator.serviceWorker?.controller) navigator.serviceWorker?.ready.then(({ active }) => {
  active.postMessage([location.href, ...performance.getEntriesByType("resource").map(({ name }) => name)]);
});

// Offers to tell of turns by notices of this browser, or no longer.
async function offerNotices(worker) {
  const button = document.querySelector("button.notices");
  if (!button) return;
  // On iPhones and iPads, whose browsers alone know this word, only pages on the home screen get notices.
  if (!worker.pushManager) return navigator.standalone === false ? button.replaceWith(button.dataset.home) : undefined;
  const show = (isOn) => { button.textContent = isOn ? button.dataset.off : button.dataset.on; };
  const post = (address, fields) => fetch(address, { method: "POST", body: new URLSearchParams({ csrf: button.dataset.csrf, ...fields }) });
  const answer = await fetch("/notices");
  if (!answer.ok) return;
  let { key, isOn } = await answer.json();
  show(isOn);
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      if (isOn) {
        await (await worker.pushManager.getSubscription())?.unsubscribe();
        isOn = !(await post("/notices/stop", {})).ok;
      } else {
        const made = (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
        isOn = (await post("/notices", { address: made.endpoint, key: made.keys.p256dh, secret: made.keys.auth })).ok;
      }
      show(isOn);
    } catch {
      button.textContent = button.dataset.denied;
    }
    button.disabled = false;
  });
}
localTimes(document);
setInterval(localTimes, 1000, document);

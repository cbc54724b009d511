// Goes through the stages of choosing a move without asking the server, in any game: it has sent what can be chosen, where,
// and how that is said. Its own pictures of a stage follow when somebody stays there.

const LINGER = 150; // milliseconds at a stage after which its own picture is asked for
const DRAGGED = 12; // pixels from which on a press is a drag; a slip of a finger is none
const MOST_BESIDE = 12; // options without a place on the board, which are buttons; more of them are a list
const NS = "http://www.w3.org/2000/svg";
const board = document.querySelector("#board");
let tools, tree = null, source = "", stage = "", first = null, lingers, hold = null, over = null, isPointed = false;

const picture = () => board.querySelector("[data-choices]");
const stageAt = (address) => new URL(address, location).searchParams.get("chosen") ?? "";
const addressOf = (name) => `${location.pathname}?chosen=${encodeURIComponent(name)}`;
const at = (address, name) => address.replace(/chosen=[^&]*/, `chosen=${encodeURIComponent(name)}`);
const root = () => Object.keys(tree.stages)[0];
const settled = (name) => tree.skips[name]?.[0] ?? (name || root()); // a step that leaves no choice is taken at once
const optionsOf = (name) => tree.stages[name]?.[4] ?? [];
const innerOf = (name) => tree.stages[name]?.[5] ?? [];
const wholeOf = (name) => Object.keys(tree.stages).flatMap(optionsOf).find(([to, , , play]) => play && settled(to) === name);
const placeOf = (name) => Object.keys(tree.stages).flatMap(optionsOf).find(([to]) => to === name || settled(to) === name)?.[2] ?? -1;

function make(kind, values, ...inside) {
  const made = document.createElementNS(NS, kind);
  for (const [name, value] of Object.entries(values)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}

const button = (to, textContent, values) => Object.assign(document.createElement("a"), { className: "button", href: addressOf(to), textContent, ...values });

export const isReady = () => Boolean(tree && picture());

// Begins at the board on the page, whenever it has changed. What was pressed on the board before means nothing on this one.
export async function begin(given) {
  tools = given;
  drop();
  const here = picture();
  if (!here) return void (tree = null);
  stage = stageAt(here.querySelector("img").getAttribute("src"));
  first = stage ? null : here.querySelector("img");
  if (here.dataset.choices !== source) {
    tree = null;
    source = here.dataset.choices;
    const answer = await fetch(source).catch(() => null), found = answer?.ok ? await answer.json() : {};
    if (source !== picture()?.dataset.choices) return;
    tree = found.stages ? found : null;
  }
  if (tree) confirmByTouch(stage);
}

// Moves the focus, for which browsers lay out the page, once a touch is seen to count; keys go on from there at once.
function painted(work) {
  if (isPointed) requestAnimationFrame(() => setTimeout(work));
  else work();
}

// Shows what an address chooses; false if the server has to be asked, too.
export function take(address) {
  if (!isReady() || !address.includes("?chosen=")) return false;
  const name = settled(stageAt(address)), whole = tree.stages[name] ? null : wholeOf(name);
  if (whole) return choose(whole);
  if (tree.stages[name]) show(name);
  return name in tree.stages;
}

function show(name) {
  const here = picture(), focused = here.contains(document.activeElement);
  const [question, alt, back, isMove, options, inner] = tree.stages[name], [width, height] = tree.size;
  stage = name;
  const svg = make("svg", { viewBox: `0 0 ${width} ${height}`, class: name === root() ? "" : "local" });
  if (name !== root()) for (const [to, place] of [...optionsOf(root()).map(([one, , on]) => [one, on]), ...innerOf(root())])
    if (place >= 0) svg.append(settled(to) === name ? make("path", { class: "chosen", d: tree.places[place][0] }) : link(to, place));
  for (const [to, label, place] of options) if (place >= 0) svg.append(link(to, place, label));
  for (const [to, place] of inner) svg.append(link(to, place));
  here.querySelector("svg")?.classList.add("kept"); // without what is pressed, browsers take the drag of a finger for a scroll
  here.querySelector("img").after(svg);
  const image = here.querySelector("img");
  if (first && image !== first) image.replaceWith(first);
  if (first) first.alt = alt;
  if (here.dataset.why) here.dataset.why = at(here.dataset.why, name === root() ? "" : name);
  if (here.dataset.ply) here.dataset.ply = here.dataset.first ??= here.dataset.ply;
  const prompt = board.querySelector(".prompt"), asked = prompt.querySelector(".question") ?? prompt;
  asked.innerHTML = question;
  document.querySelector("#said").textContent = asked.textContent.trim(); // for those who hear it
  prompt.classList.add("asks");
  const apart = options.filter(([, , place]) => place < 0), isShort = apart.length <= MOST_BESIDE;
  actions(isShort ? apart : [], isMove ? name : "", wholeOf(name)?.[3] ?? name, back);
  list(isShort ? options.filter(([, , place]) => place >= 0) : options);
  painted(() => {
    if (focused && svg.isConnected) (board.querySelector("#play") ?? svg.querySelector("a[aria-label]"))?.focus();
    if (!hold) tidy();
  });
  linger(here, name, svg);
}

// The server's picture of a stage, once somebody stays there.
function linger(here, name, svg) {
  clearTimeout(lingers);
  if (name === root() && first) return;
  lingers = setTimeout(async () => {
    const old = here.querySelector("img"), image = new Image(...tree.size);
    image.src = at(old.getAttribute("src"), name === root() ? "" : name);
    image.alt = tree.stages[name][1];
    if (!await image.decode().then(() => true, () => false) || stage !== name || !svg.isConnected) return;
    if (name === root()) first = image;
    here.querySelector("img").replaceWith(image);
    svg.classList.remove("local");
  }, LINGER);
}

function link(to, place, label = "") {
  const [path, x, y] = tree.places[place], told = label ? { "aria-label": label } : { tabindex: -1, "aria-hidden": true };
  const made = make("a", { href: addressOf(to), ...told }, make("path", { d: path }));
  if (label) made.append(make("circle", { cx: x, cy: y, r: 15 }));
  return made;
}

function actions(options, move, label, back) {
  const row = board.querySelector(".act > .buttons");
  row.classList.toggle("at-hand", Boolean(move));
  for (const one of board.querySelectorAll(".act > .quiet")) one.hidden = stage !== root(); // what is told before anything is chosen
  row.replaceChildren(...options.map(([to, said]) => button(to, said)));
  const plays = board.querySelector("#plays");
  if (move) {
    row.append(document.importNode(plays.content, true));
    const form = row.lastChild, play = form.lastChild;
    form.elements[plays.dataset.field].value += move;
    Object.assign(play, { id: "play", textContent: label });
    setTimeout(() => play.classList.remove("fresh"), tools.settles);
  }
  if (back !== null) row.append(button(back, plays.dataset.back, { id: "back" }));
}

function list(options) {
  const row = board.querySelector("#list .buttons");
  row?.replaceChildren(...options.map(([to, said]) => button(to, said)));
  if (row) row.parentElement.hidden = !options.length;
}

// A whole move is chosen: it can be played at once, while the server paints how the board would look. Without confirming, it
// is played. Returns whether nothing has to be asked of the server, as it is where a move is tried once it is chosen.
function choose([to, , place, label]) {
  if ("atOnce" in picture().dataset) return false;
  const move = settled(to), from = tree.stages[stage] ? stage : "";
  clearTimeout(lingers);
  stage = move;
  actions([], move, label, from);
  list([]);
  picture().querySelector("svg:not(.kept)")?.append(make("path", { class: "chosen", d: tree.places[place]?.[0] ?? "" }));
  for (const mark of picture().querySelectorAll("svg circle")) mark.remove();
  if (!tools.asks()) {
    board.querySelector("#play").form.requestSubmit();
    return true;
  }
  if (board.contains(document.activeElement)) painted(() => board.querySelector("#play")?.focus());
  return false;
}

// Another touch of where a chosen move leads plays it, as the button does; one of what else could move chooses that instead.
function confirmByTouch(move) {
  const whole = wholeOf(move), form = board.querySelector("#play")?.form, place = tree.skips[whole?.[0]]?.[1] ?? whole?.[2] ?? -1;
  if (!form || place < 0) return;
  const goal = make("path", { class: "goal", d: tree.places[place][0] }), svg = make("svg", { viewBox: `0 0 ${tree.size.join(" ")}` });
  const others = optionsOf(root()).filter(([to, , on]) => on >= 0 && settled(to) !== move).map(([to, , on]) => link(to, on));
  goal.addEventListener("click", (event) => { event.stopPropagation(); form.requestSubmit(); });
  setTimeout(() => { if (form.isConnected) (picture().querySelector("svg") ?? picture().appendChild(svg)).append(...others, goal); }, tools.settles);
}

// The piece that is dragged: what the picture shows there, in a circle.
function lift(here, place) {
  const [width, height] = tree.size, [path, x, y] = tree.places[place], xs = path.match(/-?\d+(?=,)/g).map(Number);
  const radius = Math.round((Math.max(...xs) - Math.min(...xs)) * 0.44), layer = document.createElement("div"), piece = document.createElement("i");
  Object.assign(layer, { className: "motion held", ariaHidden: "true" });
  Object.assign(layer.style, { width: `${width}px`, height: `${height}px`, transform: `scale(${here.clientWidth / width})` });
  Object.assign(piece.style, {
    left: `${x - radius}px`, top: `${y - radius}px`, width: `${2 * radius}px`, height: `${2 * radius}px`, borderRadius: "50%",
    background: `url("${(first ?? here.querySelector("img")).src}") ${radius - x}px ${radius - y}px / ${width}px ${height}px`,
  });
  layer.append(piece);
  here.append(layer);
  return piece;
}

const tidy = () => { for (const one of board.querySelectorAll("svg.kept, .held")) one.remove(); };

function drop() {
  hold = null;
  over?.classList.remove("over");
  over = null;
  document.body.classList.remove("dragging");
  tidy();
}

// What can be dragged: an option after which something else on the board is chosen.
function heldBy(element) {
  const link = element.closest("svg:not(.kept) a"), name = link && stageAt(link.getAttribute("href")), place = link ? placeOf(name) : -1;
  const isStep = place >= 0 && (tree.skips[name]?.[1] >= 0 || [...optionsOf(settled(name))].some(([, , on]) => on >= 0));
  return isStep ? { name, place } : null;
}

board.addEventListener("pointerdown", (event) => {
  isPointed = true;
  const held = isReady() && event.isPrimary && event.button === 0 ? heldBy(event.target) : null;
  hold = held && { ...held, id: event.pointerId, x: event.clientX, y: event.clientY };
});

// A finger on a piece does not scroll. What a style says of that is heeded only for the whole picture, not for a path.
board.addEventListener("touchmove", (event) => { if (hold && event.cancelable) event.preventDefault(); }, { passive: false });

addEventListener("pointermove", (event) => {
  if (!hold || event.pointerId !== hold.id) return;
  const here = picture(), [across, down] = [event.clientX - hold.x, event.clientY - hold.y];
  if (!hold.piece) {
    if (Math.hypot(across, down) < DRAGGED) return;
    here.setPointerCapture(hold.id);
    document.body.classList.add("dragging");
    if (settled(hold.name) !== stage && tree.stages[settled(hold.name)]) tools.go(addressOf(hold.name));
    const goal = tree.skips[hold.name]?.[1] ?? -1;
    if (goal >= 0 && !tree.stages[settled(hold.name)]) here.querySelector("svg:not(.kept)").append(link(hold.name, goal, " ")); // its only move
    hold.piece = lift(here, hold.place);
  }
  const scale = tree.size[0] / here.clientWidth;
  hold.piece.style.transform = `translate(${across * scale}px, ${down * scale}px)`;
  const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("svg a[aria-label]");
  if (under === over) return;
  over?.classList.remove("over");
  (over = under)?.classList.add("over");
});

for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, (event) => {
  if (!hold || event.pointerId !== hold.id) return;
  const { piece, name } = hold, here = picture();
  if (piece && here) {
    const end = (click) => { click.stopPropagation(); click.preventDefault(); };
    addEventListener("click", end, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", end, { capture: true })); // not every drag ends in a click
  }
  drop();
  if (!piece || !here || kind === "pointercancel") return;
  const under = document.elementFromPoint(event.clientX, event.clientY), address = under?.closest("svg a[aria-label]")?.getAttribute("href");
  if (address && (stageAt(address) !== name || !tree.stages[settled(name)])) tools.go(address);
  else if (!address && under?.closest("[data-why]") && !under.closest(".chosen")) tools.tellWhy(here, event);
});

// Arrow keys lead from one place on the board to the nearest in that direction; for who points at places where moves are tried,
// they stay the way back and forward.
board.addEventListener("keydown", (event) => {
  if (event.key === "Tab") isPointed = false;
  if (isPointed && picture()?.matches("[data-at-once]")) return;
  const [right, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
  const from = event.target.closest?.("svg a[aria-label]");
  if (!from || !(right || down)) return;
  event.preventDefault();
  event.stopPropagation();
  const centre = (one) => [one.getBoundingClientRect()].map((box) => [box.x + box.width / 2, box.y + box.height / 2])[0];
  const [x, y] = centre(from);
  let best = null, least = Infinity;
  for (const one of from.ownerSVGElement.querySelectorAll("a[aria-label]")) {
    const [toX, toY] = centre(one), along = (toX - x) * right + (toY - y) * down, aside = Math.abs((toX - x) * down + (toY - y) * right);
    if (one !== from && along > 1 && along + 2 * aside < least) [best, least] = [one, along + 2 * aside];
  }
  best?.focus();
});

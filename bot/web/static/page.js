// Changes the board in place instead of loading the page anew; without this script every link and form still works.

const board = document.querySelector("#board");

for (const form of document.querySelectorAll("form[data-at-once]")) form.submit();

function localTimes(root) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    const at = new Date(time.dateTime);
    time.textContent = time.dataset.style === "R" ? relative(at) : at.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  }
}

function relative(at) {
  const seconds = (at - Date.now()) / 1000;
  const format = new Intl.RelativeTimeFormat([], { numeric: "auto" });
  for (const [unit, length] of [["day", 86400], ["hour", 3600], ["minute", 60]])
    if (Math.abs(seconds) >= length) return format.format(Math.round(seconds / length), unit);
  return format.format(Math.round(seconds), "second");
}

let latest = 0;

async function load(address, options) {
  const request = ++latest;
  board.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(address, { headers: { Accept: "text/html+board" }, ...options });
    if (response.redirected) return location.assign(response.url);
    const text = await response.text();
    if (request !== latest) return;
    if (response.status === 401) return location.reload();
    const next = document.createElement("template");
    next.innerHTML = text;
    await painted(next.content.querySelector("img"));
    if (request !== latest) return;
    const held = document.activeElement?.id, isOpen = board.querySelector("#list")?.open;
    board.replaceChildren(next.content);
    if (isOpen) board.querySelector("#list")?.setAttribute("open", "");
    localTimes(board);
    (board.querySelector("#play") ?? (held ? board.querySelector(`#${held}`) : null))?.focus();
  } catch {
    document.body.classList.add("offline");
  } finally {
    if (request === latest) board.removeAttribute("aria-busy");
  }
}

// Waits until the next picture can be shown at once, so that the board does not flicker.
async function painted(picture) {
  if (!picture) return;
  const early = new Image();
  early.src = picture.getAttribute("src");
  await early.decode().catch(() => {});
}

function boardAddress(address) {
  const url = new URL(address, location.href);
  return `/matches/${board.dataset.match}/board${url.search}`;
}

if (board) {
  board.addEventListener("click", (event) => {
    const link = event.target.closest("a[href*='?chosen=']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    link.classList.add("touched");
    load(boardAddress(link.getAttribute("href")));
  });
  board.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target, body = new URLSearchParams(new FormData(form, event.submitter));
    for (const button of form.querySelectorAll("button")) button.disabled = true;
    load(form.getAttribute("action"), { method: "POST", body });
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") board.querySelector("#back")?.click();
  });
  const events = new EventSource(`/matches/${board.dataset.match}/events`);
  events.addEventListener("changed", () => load(boardAddress(location.pathname)));
  events.addEventListener("state", (event) => {
    document.body.classList.remove("offline");
    if (board.querySelector("[data-state]")?.dataset.state !== event.data) load(boardAddress(location.pathname));
  });
  events.addEventListener("error", () => document.body.classList.add("offline"));
}
localTimes(document);

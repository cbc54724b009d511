// A window keeps its person when it is loaded again, and is loaded again when the server says so.
const ask = window.fetch;
const ACTS = /^(click|select|modal|send|run)/;
const SOON = 10000;  // milliseconds
let acted = 0;
window.fetch = async (path, options = {}) => {
  const asked = typeof options.body === "string" ? JSON.parse(options.body) : {};
  if (ACTS.test(asked.kind)) acted = Date.now();
  if (asked.kind === "viewer") sessionStorage.setItem("viewer", asked.viewer_id);
  const viewer_id = sessionStorage.getItem("viewer");
  if (path === "/api/pages" && viewer_id) options = { ...options, body: JSON.stringify({ viewer_id }) };
  const answer = await ask(path, options);
  if (ACTS.test(asked.kind)) acted = Date.now();  // a press may take long
  if (answer.headers.has("X-Reload")) location.reload();
  return answer;
};

// What is sent while the page still works on something else is sent when it has done so, instead of never.
const send = () => document.getElementById("send-message");
const sendSoon = () => {
  if (!send().disabled) return send().click();
  const waiting = new MutationObserver(() => {
    if (send().disabled) return;
    waiting.disconnect();
    send().click();
  });
  waiting.observe(send(), { attributeFilter: ["disabled"] });
};
addEventListener("submit", (event) => {
  if (event.target !== send().form || !send().disabled) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  sendSoon();
}, true);

// Enter sends a command whose options are all left out, as in Discord.
addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches(".command-chip")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  sendSoon();
}, true);

// New messages that follow what was just done in this window are shown, wherever it was done; and the end of the newest
// message stays in view while what was pressed in it makes it longer.
addEventListener("DOMContentLoaded", () => {
  const timeline = document.getElementById("channel-timeline"), list = document.getElementById("channel-message-list");
  let atNewest = false;
  const lead = () => {
    if (!atNewest || Date.now() - acted > SOON) return;
    timeline.scrollTop = timeline.scrollHeight;
    timeline.dispatchEvent(new Event("scroll"));  // at once, or the page goes back to where it was
  };
  const follow = (changes) => {
    if (changes.some(({ addedNodes }) => [...addedNodes].includes(list.lastChild))) atNewest = true;
    lead();
  };
  list.addEventListener("click", ({ target }) => atNewest = list.lastChild.contains(target), true);
  for (const action of ["wheel", "touchmove"]) timeline.addEventListener(action, () => acted = 0, { passive: true });
  new MutationObserver(follow).observe(list, { childList: true });
  new ResizeObserver(lead).observe(list);
});

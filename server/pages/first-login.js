// Shows the code that this page was opened with, and takes it out of the address bar and the history.

const query = new URLSearchParams(location.search);
const code = query.get('code');
const part = (name) => document.querySelector(`[data-login="${name}"]`);

part('missing').hidden = code !== null;
part('found').hidden = code === null;
if (code !== null) {
  part('origin').textContent = location.origin;
  part('code').textContent = code;
  history.replaceState(null, '', location.pathname);
}

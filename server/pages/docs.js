// Copy buttons of code blocks, and the filter of the errors page. The pages read well without it.

for (const button of document.querySelectorAll('button.copy')) {
  if (navigator.clipboard === undefined) break;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.parentElement.querySelector('code').textContent);
    button.textContent = 'Copied';
    button.classList.add('done');
    setTimeout(() => {
      button.textContent = 'Copy';
      button.classList.remove('done');
    }, 1600);
  });
}

const filter = document.querySelector('#filter');
if (filter !== null) {
  filter.closest('.filter').hidden = false;
  const output = document.querySelector('output[for="filter"]');
  const sections = [...document.querySelectorAll('section.errors')].map((section) => ({
    section,
    entries: [...section.querySelectorAll('.error')].map((entry) => ({ entry, text: entry.textContent.toLowerCase() })),
  }));
  const apply = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { section, entries } of sections) {
      let shownHere = 0;
      for (const { entry, text } of entries) {
        entry.hidden = !words.every((word) => text.includes(word));
        if (!entry.hidden) shownHere += 1;
      }
      section.hidden = shownHere === 0;
      shown += shownHere;
    }
    if (words.length === 0) output.textContent = '';
    else output.textContent = shown === 0 ? 'No code matches.' : shown === 1 ? '1 code' : `${shown} codes`;
  };
  filter.addEventListener('input', apply);
  // A link to a code must not land on one that the filter hides.
  window.addEventListener('hashchange', () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target === null || !target.matches('[hidden], [hidden] *')) return;
    filter.value = '';
    apply();
    target.scrollIntoView();
  });
}

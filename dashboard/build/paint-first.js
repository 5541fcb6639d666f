// Before the first paint: the theme that was chosen earlier, or none, and then the system decides.
(() => {
  const chosen = localStorage.getItem('bellhop-theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
})();

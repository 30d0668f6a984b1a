// Runs before the first paint, so that a dark page never flashes white. A file of its own because the policy allows no inline script.
try {
  document.documentElement.dataset.theme = localStorage.getItem('theme') === 'dark' ? 'dark' : 'light';
} catch {
  // Storage is denied: the default, light, stands.
}

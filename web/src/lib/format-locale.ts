/** What the browser's owner reads, the first choice first. A tag that Intl does not know ('en-US@posix') is passed over. */
export const LOCALES: readonly string[] = navigator.languages.filter((tag) => {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
});

/** In the language of the page; the code itself where there is no word for it. */
export const languageName = (code: string): string => {
  try {
    return new Intl.DisplayNames(document.documentElement.lang, { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

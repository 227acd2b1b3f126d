// Before the first paint: the language and the look the reader chose, where they differ from what the server could know.
try {
  const root = document.documentElement
  const { userData } = JSON.parse(localStorage.getItem('mozrest:manager-portal')) ?? {}
  const lang = userData?.lang ?? localStorage.getItem('tablewire:lang')
  if (/^(en|es|fr|de|nl)$/.test(lang)) root.lang = lang
  const mode = userData?.settings?.mode
  if (/^(light|dark|semi-dark)$/.test(mode) && mode !== root.dataset.mode) {
    root.dataset.mode = mode
    root.dataset.look = mode === 'dark' ? 'dark' : 'light'
  }
} catch {
  // Without storage, or with a broken entry, the page stays as the server wrote it.
}

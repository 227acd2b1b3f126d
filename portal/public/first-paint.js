// Before the first paint: the language and the look the reader chose, where they differ from what the server could know, and a head start for
// the files of the page that was asked for.
try {
  const root = document.documentElement
  const { user, userData } = JSON.parse(localStorage.getItem('mozrest:manager-portal')) ?? {}
  const lang = userData?.lang ?? localStorage.getItem('tablewire:lang')
  if (/^(en|es|fr|de|nl)$/.test(lang)) root.lang = lang
  const { mode: wished, modeBrand, direction, lastLayout } = userData?.settings ?? {}
  if (direction === 'rtl') root.dir = 'rtl'
  // As app/settings/settings.ts has it: the brand's mode stands over one that was chosen elsewhere, and a horizontal layout is never semi-dark.
  const brand = JSON.parse(document.getElementById('brand').textContent)
  const horizontal = lastLayout === 'horizontal' && matchMedia('(min-width: 1200px)').matches
  const mode = horizontal && wished === 'semi-dark' ? 'light' : wished
  if (modeBrand === brand.id && !brand.theme.fixedMode && /^(light|dark|semi-dark)$/.test(mode) && mode !== root.dataset.mode) {
    // The brand's own ground belongs to its own scheme; the other scheme has the product's.
    if ((mode === 'dark') !== (brand.theme.mode === 'dark')) root.dataset.look = mode === 'dark' ? 'dark' : 'light'
    root.dataset.mode = mode
  }
  // Filled in by the build.
  const ahead = {}
  const path = location.pathname === '/' ? '/reservations' : location.pathname
  const page = user ? (ahead[path] ?? ahead['*']) : ahead['/login']
  for (const file of page ? [...page.files, ...(page.phrases[root.lang] ?? [])] : []) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = `/${file}`
    document.head.append(link)
  }
} catch {
  // Without storage, or with a broken entry, the page stays as the server wrote it.
}

// Before the first paint: the language and the look the reader chose, where they differ from what the server could know, the frame of the page for
// whoever is signed in, and a head start for the files of the page that was asked for.
try {
  const root = document.documentElement
  // As api/tab-session.ts has it: a demo is a session of its tab, and wears what the page of its link wore. That page is the link's own.
  const ofLink = location.pathname.startsWith('/demo/')
  const demo = !ofLink && sessionStorage.getItem('tablewire:demo') !== null
  const look = demo && JSON.parse(sessionStorage.getItem('tablewire:demo-look'))
  if (look) {
    document.getElementById('brand').textContent = look.brand
    document.getElementById('ground').textContent = look.ground
    document.querySelector('link[rel="icon"]').href = look.icon
    document.querySelector('meta[name="theme-color"]').content = look.colour
    const { name, theme } = JSON.parse(look.brand)
    document.title = name
    root.dataset.mode = theme.mode
    root.dataset.fixedMode = String(theme.fixedMode === true)
  }
  const place = ofLink || demo ? sessionStorage : localStorage
  const { user, userData, role } = JSON.parse(place.getItem('mozrest:manager-portal')) ?? {}
  const lang = ofLink ? root.lang : (userData?.lang ?? localStorage.getItem('tablewire:lang'))
  if (/^(en|es|fr|de|nl)$/.test(lang)) root.lang = lang
  const { mode: wished, modeBrand, direction, lastLayout, ...settings } = userData?.settings ?? {}
  if (direction === 'rtl') root.dir = 'rtl'
  // As app/settings/settings.ts has it: the brand's mode stands over one that was chosen elsewhere, and a horizontal layout is never semi-dark.
  const brand = JSON.parse(document.getElementById('brand').textContent)
  const wide = matchMedia('(min-width: 1200px)').matches
  const horizontal = wide && lastLayout === 'horizontal'
  const mode = horizontal && wished === 'semi-dark' ? 'light' : wished
  if (modeBrand === brand.id && !brand.theme.fixedMode && /^(light|dark|semi-dark)$/.test(mode) && mode !== root.dataset.mode) {
    // The brand's own ground belongs to its own scheme; the other scheme has the product's.
    if ((mode === 'dark') !== (brand.theme.mode === 'dark')) root.dataset.look = mode === 'dark' ? 'dark' : 'light'
    root.dataset.mode = mode
  }
  // Filled in by the build.
  const pages = []
  const ahead = {}
  // As api/stored-session.ts has it: a session whose browser was closed since is over.
  const run = demo ? null : localStorage.getItem('mozrest:manager-portal:run')
  const runs = run === null || document.cookie.split('; ').includes(`tablewire-open-${location.port || 'standard'}=${run}`)
  if (user && userData && role && runs && ['/', ...pages].includes(location.pathname.replace(/(?<=.)\/$/, ''))) {
    // As app/shell/Shell.tsx has it.
    const side = wide && !horizontal && settings.navHidden !== true
    const parts = {
      side,
      small: side && settings.navCollapsed === true,
      'dark-menu': side && root.dataset.mode === 'semi-dark',
      bar: !side && (horizontal || settings.appBar !== 'hidden'),
      blur: settings.appBar !== 'static' && settings.appBarBlur !== false,
      'menu-bar': horizontal && settings.navHidden !== true,
      bare: !side && !horizontal && settings.appBar === 'hidden',
      boxed: settings.contentWidth === 'boxed',
      bordered: settings.skin === 'bordered',
    }
    root.dataset.frame = Object.keys(parts)
      .filter((part) => parts[part])
      .join(' ')
  }
  const path = location.pathname === '/' ? '/reservations' : location.pathname
  // As features/reservations/reservation-search.ts has it: a list, or the service view, which by tables stands on the same parts.
  const view = new URLSearchParams(location.search).get('view')
  const viewOf = { day: 'day', timeline: 'day', waitlist: 'waitlist' }[view] ?? 'list'
  const asked = user ? [ahead[path] ?? ahead['*'], ahead[`${path}?view=${viewOf}`]] : [ahead['/login']]
  for (const file of asked.flatMap((page) => (page ? [...page.files, ...(page.phrases[root.lang] ?? [])] : []))) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = `/${file}`
    document.head.append(link)
  }
} catch {
  // Without storage, or with a broken entry, the page stays as the server wrote it.
}

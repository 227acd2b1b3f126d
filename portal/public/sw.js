// The portal's service worker: keeps the files of the shell and of the evening, and the page for the time without a connection. It never keeps, or even
// sees, an answer of the API: whose reservations are on the screen belongs to the session, which keeps its last list itself.

// Both filled in by the build: what every page runs, named by its content, and a name for just this set of files.
const files = []
const version = 'development'

const shell = `shell-${version}`
const offlinePage = '/offline'
/** The frame without anybody's data: where a list or a sheet was shown, it opens with what the device keeps of it. */
const evening = '/reservations'
const ofEvening = ['/', evening, '/service-sheet']

const keepOfflinePage = async (cache) => {
  const page = await fetch(offlinePage, { cache: 'reload', credentials: 'omit' })
  if (!page.ok) throw new Error(`No page for offline times: ${page.status}`)
  const text = await page.clone().text()
  await cache.put(offlinePage, page)
  // The brand's own logo, whatever it is.
  const logo = /<img src="([^"]+)"/.exec(text)?.[1]
  if (logo?.startsWith('/')) await cache.add(logo)
  await cache.add('/offline.js')
}

const keepShell = async () => {
  const cache = await caches.open(shell)
  await keepOfflinePage(cache)
  await cache.addAll(files)
  const page = await fetch(evening, { cache: 'reload', credentials: 'omit', headers: { accept: 'text/html' } })
  if (page.ok && !page.redirected) await cache.put(evening, page)
}

self.addEventListener('install', (event) => {
  // Where the browser can, files come straight from the cache and calls straight from the network: the worker need not even start for them.
  event
    .addRoutes?.([
      { condition: { urlPattern: { pathname: '/assets/*' } }, source: { cacheName: shell } },
      // By their version, and never a page: without a network a page that begins like them would be the browser's own error.
      ...['/v1/*', '/v2/*'].map((pathname) => ({ condition: { urlPattern: { pathname } }, source: 'network' })),
    ])
    ?.catch(() => undefined)
  event.waitUntil(keepShell())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await self.registration.navigationPreload?.enable()
      for (const name of await caches.keys()) if (name.startsWith('shell-') && name !== shell) await caches.delete(name)
    })(),
  )
})

const fromNetwork = async (event) => {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    const { pathname } = new URL(event.request.url)
    const kept = ofEvening.includes(pathname) ? await caches.match(evening) : undefined
    return kept ?? (await caches.match(offlinePage)) ?? Response.error()
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  // Guests' pages are none of the portal's: without a network the browser says so itself.
  if (pathname.startsWith('/book/') || pathname.startsWith('/b/')) return
  // The page always comes from the server, so that it names the files of today.
  if (request.mode === 'navigate') event.respondWith(fromNetwork(event))
  else if (pathname.startsWith('/assets/') || pathname === '/offline.js' || pathname.startsWith('/brands/'))
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)))
})

// Said by the page when its reader asked for the new version (or no page of the old one is open any more).
self.addEventListener('message', (event) => {
  if (event.data === 'take over') void self.skipWaiting()
})

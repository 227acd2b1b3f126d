// What the service worker does with pushes: shows them, and leads to what they are about. Loaded by sw.js.

/** An address of this portal, or its first page: nothing that arrives may lead elsewhere. */
const inside = (url) => {
  const found = typeof url === 'string' ? new URL(url, self.location.origin) : undefined
  return found?.origin === self.location.origin ? found.pathname + found.search : '/'
}

self.addEventListener('push', (event) => {
  let message
  try {
    message = event.data?.json()
  } catch {
    message = undefined
  }
  if (typeof message?.title !== 'string') return
  const { title, body, tag, url, lang, at } = message
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      lang,
      timestamp: Date.parse(at) || undefined,
      icon: '/apple-touch-icon.png',
      data: { url: inside(url) },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = inside(event.notification.data?.url)
  event.waitUntil(
    (async () => {
      const pages = await self.clients.matchAll({ type: 'window' })
      const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0]
      if (!page) return void (await self.clients.openWindow(url))
      await page.focus()
      // A page of this portal is all a worker can reach; there is no other origin to name.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      page.postMessage({ open: url })
    })(),
  )
})

import { phrasesNow } from '#src/i18n/phrases.ts'
import type words from '#src/kit/en.json'
import { toast } from '#src/kit/toasts.ts'

const hourMs = 3_600_000

/** The reader decides when: a form half filled in is worth more than a new version. */
const offer = (waiting: ServiceWorker): void => {
  const t = phrasesNow<typeof words>('kit')
  const run = (): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin it could be handed to
    waiting.postMessage('take over')
  }
  toast.lasting(t('update.ready'), { label: t('update.load'), run })
}

/** A worker that is installed while another one rules this page is a new version; without one it is the first. */
const watch = (registration: ServiceWorkerRegistration): void => {
  const { serviceWorker } = navigator
  if (registration.waiting && serviceWorker.controller) offer(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed' && serviceWorker.controller) offer(coming)
    })
  })
  const look = (): void => {
    if (document.visibilityState === 'visible' && navigator.onLine) registration.update().catch(() => undefined)
  }
  setInterval(look, hourMs)
  document.addEventListener('visibilitychange', look)
}

/** SH8. A new worker rules all tabs at once, so each loads the new version: never old and new files in one page. */
export const startServiceWorker = async (): Promise<void> => {
  const { serviceWorker } = navigator
  const ruled = serviceWorker.controller !== null
  let reloading = false
  serviceWorker.addEventListener('controllerchange', () => {
    if (!ruled || reloading) return
    reloading = true
    location.reload()
  })
  watch(await serviceWorker.register('/sw.js', { updateViaCache: 'none' }))
}

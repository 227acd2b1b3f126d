import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from '@tanstack/react-router'
import { isServerReachable } from '#src/api/server-reachable.ts'
import { spendHandedOver } from '#src/api/handed-over.ts'
import { leavePage, takeLeftPage } from '#src/api/left-page.ts'
import { demoLink } from '#src/api/tab-session.ts'
import { sessionStore } from '#src/api/session.ts'
import { loadPhrases, phrasesNow } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'
import { Toaster } from '#src/kit/Toaster.tsx'
import { toast } from '#src/kit/toasts.ts'
import { AppTheme } from './AppTheme.tsx'
import { endFirstFrame } from './first-frame.ts'
import { router } from './router.tsx'

/** After a new build the old chunks are gone: a page that still asks for them starts anew, once; not while the server is away, or the page would be lost. */
const startAnewOnMissingChunks = (): void => {
  const mark = 'tablewire:reloaded'
  const startAnew = async (): Promise<void> => {
    const last = Number(sessionStorage.getItem(mark) ?? 0)
    if (Date.now() - last < 60_000 || !(await isServerReachable())) return
    sessionStorage.setItem(mark, String(Date.now()))
    location.reload()
  }
  addEventListener('vite:preloadError', () => void startAnew())
}

/** Where whoever signed out is led: a demo has no sign-in, and is opened again by its link. */
const goOut = (): Promise<void> => {
  const demo = demoLink()
  return demo === null
    ? router.navigate({ to: '/login' })
    : router.navigate({ to: '/demo/$token', params: { token: demo }, search: { left: 'yes' } })
}

/** AC2: a session that ended leads to the sign-in page; one that another tab began leads away from it. */
const followSession = (): void => {
  sessionStore.onEnd(({ error, signedOut, elsewhere }) => {
    if (elsewhere) leavePage(elsewhere)
    // Of a demo the page of its link says what is; there is no sign-in to go to.
    if (error && demoLink() === null) toast.error(errorText(error, phrasesNow('kit')))
    // Whoever signs out on purpose is not to be signed in again by the address he came with.
    if (signedOut) spendHandedOver()
    void (signedOut ? goOut() : router.invalidate())
  })
  sessionStore.onArrival(() => {
    const href = takeLeftPage(sessionStore.get().userData?.id)
    void (href === undefined ? router.invalidate() : router.navigate({ href, replace: true }))
  })
}

/** After the page has settled: what makes the next visit faster must not make this one slower. */
const startWorkerWhenIdle = (): void => {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  const begin = (): void => {
    void import('./service-worker.ts').then(({ startServiceWorker }) => startServiceWorker()).catch(() => undefined)
  }
  // Idle is also the moment before the first rows arrive.
  const whenIdle = (): unknown =>
    setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(begin, { timeout: 10_000 }) : begin()), 2_500)
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}

export const start = (): void => {
  startAnewOnMissingChunks()
  startWorkerWhenIdle()
  followSession()
  // No control is about to go before somebody has used one.
  void import('#src/kit/keep-focus.ts').then(({ keepFocus }) => keepFocus()).catch(() => undefined)
  // The root is empty until the first route and its phrases are there: the first frame or the page's own ground shows, nothing jumps.
  router.subscribe('onResolved', endFirstFrame)
  const demo = demoLink()
  if (demo !== null) void import('./tell-visits.ts').then(({ tellVisits }) => tellVisits(demo))
  void loadPhrases('kit')
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <AppTheme>
        <RouterProvider router={router} />
        <Toaster />
      </AppTheme>
    </StrictMode>,
  )
}

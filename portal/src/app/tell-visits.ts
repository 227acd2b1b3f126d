import { demo, demoPages } from '@tablewire/contracts/demo/demo-links'
import { api } from '#src/api/client.ts'
import { router } from './router.tsx'

/** In a demo: whoever sent its link is told which pages were looked at, not what stood in them. */
export const tellVisits = (token: string): void => {
  let last: string | undefined
  const tell = (path: string): void => {
    const page = demoPages.find((known) => path === known || path.startsWith(`${known}/`))
    if (page === undefined || page === last) return
    last = page
    // What is not noted is missed by nobody who looks at the demo.
    api(demo.visit, { params: { token }, body: { page } }, { keepalive: true }).catch(() => undefined)
  }
  tell(location.pathname)
  router.subscribe('onResolved', ({ toLocation }) => tell(toLocation.pathname))
}

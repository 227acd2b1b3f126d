import type { FastifyInstance } from 'fastify'
import { exportFiles } from './export-files.ts'
import { feedFiles } from './feed-files.ts'
import { guestReview } from './guest-review.ts'
import { metaCalls } from './meta-calls.ts'
import { metaPage } from './meta-page.ts'
import { onboardingLinks } from './onboarding-links.ts'
import type { AppContainer } from './ports.ts'
import { onboardingPage } from './onboarding-page.ts'
import { reportStop } from './report-stop.ts'
import { salesPage } from './sales-page.ts'

/** What links that were sent to somebody lead to without a sign-in. */
export const signedLinks = (app: FastifyInstance, container: AppContainer): void => {
  exportFiles(app, container)
  feedFiles(app, container)
  reportStop(app, container)
  guestReview(app, container)
  salesPage(app, container)
  onboardingPage(app, container)
  onboardingLinks(app, container)
  metaPage(app, container)
  metaCalls(app, container)
}

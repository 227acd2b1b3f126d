import type { FastifyInstance } from 'fastify'
import type { Edge } from '#src/platform/http/mount.ts'
import { docsRoutes } from './docs-routes.ts'
import { offlinePage } from './offline-page.ts'
import { portalPages } from './portal-pages.ts'
import type { AppContainer } from './ports.ts'
import { venuePage } from './venue-page.ts'
import { webManifest } from './web-manifest.ts'
import { widgetFiles } from './widget-files.ts'

/** Everything a browser opens: the pages, what installs them, and what they say without a connection. */
export const portal = async (app: FastifyInstance, container: AppContainer, edge: Edge): Promise<void> => {
  docsRoutes(app, container)
  webManifest(app, container)
  offlinePage(app, container)
  venuePage(app, container)
  await widgetFiles(app, edge)
  await portalPages(app, container)
}

import { lazyRouteComponent as lazyRoute } from '@tanstack/react-router'
import { ApiError } from '#src/api/api-error.ts'
import { isServerReachable } from '#src/api/server-reachable.ts'

/** A page that cannot be loaded because the server is away is no page of an older build: the page must not be loaded anew for it, and lost. */
const unlessAway = async (error: unknown): Promise<never> => {
  throw (await isServerReachable()) ? error : new ApiError(0, 'network.failed')
}

type Importer = Parameters<typeof lazyRoute>[0]
export const lazyRouteComponent: typeof lazyRoute = (importer, name) =>
  lazyRoute((() => importer().catch(unlessAway)) as Importer as typeof importer, name)

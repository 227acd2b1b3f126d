import type {} from '@tanstack/react-router'
import type { Right } from '@tablewire/contracts/identity/access'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What a page asks of whoever opens it; without one, a session is enough. */
    right?: Right
  }
}

/** The address carries plain words; each page reads its own. */
export const asWords = (search: Record<string, unknown>): Record<string, string | undefined> => search as Record<string, string | undefined>

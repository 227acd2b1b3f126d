import { rightOf } from '@tablewire/contracts/identity/page-rights'
import { inside } from './entry-routes.tsx'

/** A page behind the sign-in, at its address and for whoever has its right. */
export const page = <Path extends keyof typeof rightOf>(path: Path) => ({
  getParentRoute: () => inside,
  path,
  staticData: { right: rightOf[path] },
})

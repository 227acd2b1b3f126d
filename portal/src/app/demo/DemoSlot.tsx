import { lazy, Suspense } from 'react'
import { demoLink } from '#src/api/tab-session.ts'
import { loadPhrases } from '#src/i18n/phrases.ts'

const DemoDock = lazy(async () => {
  const [module] = await Promise.all([import('./DemoDock.tsx'), loadPhrases('app/demo')])
  return { default: module.DemoDock }
})

/** A tab is in a demo or it is not: entering one loads the page anew. */
const link = demoLink()

/** Where the dock of a demo stands; of other tabs it costs nothing. */
export const DemoSlot = () =>
  link === null ? null : (
    <Suspense>
      <DemoDock link={link} />
    </Suspense>
  )

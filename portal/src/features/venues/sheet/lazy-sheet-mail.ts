import { loadPhrases } from '#src/i18n/phrases.ts'
import { lazyWithRetry } from '#src/kit/lazy-with-retry.tsx'

/** With words of its own, brought when it is looked at. */
export const SheetMail = lazyWithRetry(async () => {
  const [module] = await Promise.all([import('./SheetMail.tsx'), loadPhrases('venues/sheet')])
  return module.SheetMail
})

import { phrasesNow } from '#src/i18n/phrases.ts'
import { lazyWithRetry } from '#src/kit/lazy-with-retry.tsx'
import { toast } from '#src/kit/toasts.ts'
import type words from '../en.json'
import { leave, leaving } from './sign-out.ts'

const LeavingDialog = lazyWithRetry(
  () => import('./LeavingDialog.tsx').then((module) => module.LeavingDialog),
  ({ onClose }) => {
    onClose()
    const t = phrasesNow<typeof words>('app')
    toast.lasting(t('leaving.text'), { label: t('leaving.leave'), run: () => void leave() })
  },
)

/** Asked before a session ends that would take along what was never sent. */
export const Leaving = () => (leaving.use() ? <LeavingDialog onClose={() => leaving.set(false)} /> : null)

import { mdiTrayRemove } from '@mdi/js'
import type { ReactNode } from 'react'
import { Notice } from './Notice.tsx'
import { useT } from './use-t.ts'

export type EmptyStateProps = { title?: string; hint?: string; icon?: string; action?: ReactNode }

/** Nothing here, and what to do about it. */
export const EmptyState = ({ title, hint, icon = mdiTrayRemove, action }: EmptyStateProps) => {
  const t = useT()
  return <Notice announce="status" icon={icon} title={title ?? t('empty.title')} text={hint} action={action} />
}

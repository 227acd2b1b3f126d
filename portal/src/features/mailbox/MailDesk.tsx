import { mdiEmailOpenOutline, mdiEmailOutline } from '@mdi/js'
import { styled } from '@mui/material/styles'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import type { mailbox } from '@tablewire/contracts/operations/mailbox'
import type { ReactNode } from 'react'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { MailList } from './MailList.tsx'
import { useT } from './use-t.ts'

const Frame = styled('div')(({ theme }) => ({
  flex: 1,
  display: 'grid',
  '&[hidden]': { display: 'none' },
  gridTemplateColumns: 'minmax(280px, 380px) minmax(0, 1fr)',
  minHeight: 420,
  height: 'calc(100dvh - var(--top-bar) - 150px)',
  border: '1px solid var(--skin-edge)',
  boxShadow: 'var(--skin-shadow)',
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  overflow: 'hidden',
  '& > *': { minWidth: 0, minHeight: 0, overflowY: 'auto' },
  '& > [data-part="list"]': { borderRight: `1px solid ${theme.vars.palette.divider}` },
  // On a narrow screen one thing at a time: the list, or the mail chosen in it.
  [theme.breakpoints.down('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    '&[data-reading="true"] > [data-part="list"], &[data-reading="false"] > [data-part="mail"]': { display: 'none' },
  },
}))

type Mail = Result<typeof mailbox.list>['data'][number]
type MailDeskProps = {
  title: string
  hint: string
  /** What is said while there is none. */
  nothing: string
  mails: {
    isPending: boolean
    isError: boolean
    error: unknown
    refetch: () => unknown
    hasNextPage: boolean
    fetchNextPage: () => unknown
    isFetchingNextPage: boolean
  }
  rows: readonly Mail[]
  total: number | undefined
  renderLetter: (id: string, onBack: () => void) => ReactNode
}

/** Mails beside the one that is read. */
export const MailDesk = ({ title, hint, nothing, mails, rows, total, renderLetter }: MailDeskProps) => {
  const t = useT()
  const [{ id }, setSearch] = useUrlSearch()
  return (
    <>
      <PageTitle title={title} hint={`${total === undefined ? '' : `${t('total', { count: total })} · `}${hint}`} />
      {total === 0 ? <EmptyState icon={mdiEmailOutline} title={t('empty.title')} hint={nothing} /> : null}
      <Frame hidden={total === 0} data-reading={id !== undefined}>
        <div data-part="list">
          {mails.isPending ? <RowsSkeleton /> : null}
          {mails.isError && rows.length === 0 ? <ErrorState error={mails.error} onRetry={() => void mails.refetch()} /> : null}
          {rows.length > 0 ? (
            <MailList
              mails={rows}
              chosen={id}
              onChoose={(chosen) => setSearch({ id: chosen }, { push: true })}
              onMore={mails.hasNextPage ? () => void mails.fetchNextPage() : undefined}
              busy={mails.isFetchingNextPage}
            />
          ) : null}
        </div>
        <div data-part="mail">
          {id === undefined ? (
            <EmptyState icon={mdiEmailOpenOutline} title={t('choose.title')} hint={t('choose.hint')} />
          ) : (
            renderLetter(id, () => setSearch({ id: undefined }, { push: true }))
          )}
        </div>
      </Frame>
    </>
  )
}

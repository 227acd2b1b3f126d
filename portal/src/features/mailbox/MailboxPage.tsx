import { mailbox } from '@tablewire/contracts/operations/mailbox'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import { api } from '#src/api/client.ts'
import { keyOf } from '#src/api/query.ts'
import { MailDesk } from './MailDesk.tsx'
import { MailView } from './MailView.tsx'
import { useT } from './use-t.ts'

type Page = Result<typeof mailbox.list>

const useMails = () =>
  useInfiniteQuery({
    queryKey: [...keyOf(mailbox.list), 'pages'],
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      api(mailbox.list, { query: { limit: 50, ...(pageParam ? { after: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: 15_000,
  })

/** What an installation without a mail server would have sent, for its administrators. */
export const MailboxPage = () => {
  const t = useT()
  const mails = useMails()
  return (
    <MailDesk
      title={t('title')}
      hint={t('hint')}
      nothing={t('empty.hint')}
      mails={mails}
      rows={mails.data?.pages.flatMap(({ data }) => data) ?? []}
      total={mails.data?.pages[0]?.total}
      renderLetter={(id, onBack) => <MailView id={id} onBack={onBack} />}
    />
  )
}

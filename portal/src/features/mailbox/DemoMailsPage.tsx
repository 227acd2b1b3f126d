import { demoMails } from '@tablewire/contracts/demo/demo-mails'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#src/api/client.ts'
import { keyOf } from '#src/api/query.ts'
import { FormSkeleton } from '#src/kit/Skeletons.tsx'
import { MailDesk } from './MailDesk.tsx'
import { MailLetter } from './MailView.tsx'
import { useT } from './use-t.ts'

type Page = Result<typeof demoMails.list>

const useMails = () =>
  useInfiniteQuery({
    queryKey: [...keyOf(demoMails.list), 'pages'],
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      api(demoMails.list, { query: { limit: 20, ...(pageParam ? { after: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: 10_000,
  })

/** ON2: what a demo would have sent, for its visitor: confirmations, invitations, reports. */
export const DemoMailsPage = () => {
  const t = useT()
  const mails = useMails()
  const rows = mails.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <MailDesk
      title={t('demo.title')}
      hint={t('demo.hint')}
      nothing={t('demo.empty')}
      mails={mails}
      rows={rows}
      total={mails.data?.pages[0]?.total}
      renderLetter={(id, onBack) => {
        const mail = rows.find((one) => one.id === id)
        return mail ? <MailLetter mail={mail} onBack={onBack} /> : <FormSkeleton fields={3} />
      }}
    />
  )
}

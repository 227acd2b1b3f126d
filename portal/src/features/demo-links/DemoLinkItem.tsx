import { mdiPresentationPlay } from '@mdi/js'
import Button from '@mui/material/Button'
import { type DemoLink, demoLinks } from '@tablewire/contracts/demo/demo-links'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#src/api/client.ts'
import { keyOf } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { ListItem } from '#src/kit/ItemList.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

/** What was looked at in the demo, page by page. */
const Visits = ({ id }: { id: string }) => {
  const t = useT()
  const found = useQuery({
    queryKey: [...keyOf(demoLinks.get), id],
    queryFn: ({ signal }) => api(demoLinks.get, { params: { id } }, { signal }),
  })
  if (found.isPending) return <RowsSkeleton />
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  const { visits } = found.data
  if (visits.length === 0) return <div>{t('visits.none')}</div>
  return (
    <ul>
      {visits.map(({ page, name, times, lastAt }) => (
        <li key={page}>
          {name} · {t('visits.times', { count: times })} · {formatInstant(lastAt)}
        </li>
      ))}
    </ul>
  )
}

const useActions = (link: DemoLink) => {
  const t = useT()
  const client = useQueryClient()
  const settled = () => client.invalidateQueries({ queryKey: keyOf(demoLinks.list) })
  const onError = (error: unknown): void => void toast.error(errorText(error, phrasesNow('kit')))
  const params = { id: link.id }
  const send = useMutation({
    mutationFn: () => api(demoLinks.send, { params }),
    onSuccess: () => toast.success(t('sent', { email: link.customerEmail ?? '' })),
    onError,
    onSettled: settled,
  })
  const revoke = useMutation({
    mutationFn: () => api(demoLinks.revoke, { params }),
    onSuccess: () => toast.success(t('revoked')),
    onError,
    onSettled: settled,
  })
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link.url!)
      toast.success(t('copied'))
    } catch {
      toast.error(t('notCopied'))
    }
  }
  return { send, revoke, copy }
}

/** Of what, when it was sent, by whom, until when it opens. */
const useWords = ({ state, customerEmail, venueName, brandName, sentAt, generatedBy, expiresAt, tenantEndsAt }: DemoLink): string => {
  const t = useT()
  const said = [
    venueName ?? brandName,
    sentAt !== null ? t('sentAt', { when: formatInstant(sentAt) }) : customerEmail !== null ? t('notSent') : undefined,
    generatedBy.name ? t('by', { name: generatedBy.name }) : undefined,
    state === 'open' ? t('until', { when: formatInstant(tenantEndsAt ?? expiresAt) }) : undefined,
  ]
  return said.filter(Boolean).join(' · ')
}

type DemoLinkItemProps = {
  link: DemoLink
  /** Whether what was looked at stands open below it. */
  looking: boolean
  onLook: (looking: boolean) => void
}

export const DemoLinkItem = ({ link, looking, onLook }: DemoLinkItemProps) => {
  const t = useT()
  const words = useWords(link)
  const { send, revoke, copy } = useActions(link)
  const [asking, setAsking] = useState(false)
  const { status, state, customerEmail } = link
  return (
    <ListItem
      icon={<Icon path={mdiPresentationPlay} />}
      title={
        <>
          {customerEmail ?? t('fromSales')}
          <Tag tone={status === 'done' ? 'success' : 'neutral'}>{t(`status.${status}`)}</Tag>
          {state === 'open' ? null : <Tag tone="warning">{t(`state.${state}`)}</Tag>}
        </>
      }
      text={
        <>
          {words}
          {looking ? <Visits id={link.id} /> : null}
        </>
      }
      acts={
        <>
          {status === 'done' ? (
            <Button size="small" aria-expanded={looking} onClick={() => onLook(!looking)}>
              {t('visits')}
            </Button>
          ) : null}
          {state === 'open' && link.url !== null ? (
            <Button size="small" onClick={() => void copy()}>
              {t('copy')}
            </Button>
          ) : null}
          {(state === 'open' || state === 'expired') && customerEmail !== null ? (
            <Button size="small" loading={send.isPending} onClick={() => send.mutate()}>
              {t('sendAgain')}
            </Button>
          ) : null}
          {state === 'open' ? (
            <Button size="small" color="error" onClick={() => setAsking(true)}>
              {t('revoke')}
            </Button>
          ) : null}
          <ConfirmDialog
            open={asking}
            title={t('revoke.title')}
            confirmLabel={t('revoke')}
            danger
            busy={revoke.isPending}
            onConfirm={() => revoke.mutate(undefined, { onSettled: () => setAsking(false) })}
            onClose={() => setAsking(false)}
          >
            {t('revoke.text')}
          </ConfirmDialog>
        </>
      }
    />
  )
}

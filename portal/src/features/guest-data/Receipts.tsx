import { type Erasure, type ErasureAnswer, guestData } from '@tablewire/contracts/booking/guest-data'
import { mdiFileDocumentCheckOutline, mdiMessageReplyTextOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { api } from '#src/api/client.ts'
import { keyOf, queryClient, useCall } from '#src/api/query.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { ItemList, ListItem } from '#src/kit/ItemList.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

const tones = { asked: 'info', answered: 'success', failed: 'danger', by_hand: 'warning', settled: 'success' } as const

const Settle = ({ answer, onClose }: { answer: ErasureAnswer; onClose: () => void }) => {
  const t = useT()
  const [note, setNote] = useState('')
  const settle = useCall(guestData.settle)
  return (
    <ConfirmDialog
      open
      title={t('settle.title', { name: answer.name })}
      confirmLabel={t('settle.do')}
      busy={settle.isPending}
      ready={note.trim() !== ''}
      onClose={onClose}
      onConfirm={() =>
        settle.mutate(
          { params: { id: answer.id }, body: { note } },
          {
            onSuccess: () => {
              toast.success(t('settle.done'))
              void queryClient.invalidateQueries({ queryKey: ['guestData'] })
              onClose()
            },
          },
        )
      }
    >
      <p>{t('settle.text')}</p>
      <TextField
        label={t('settle.note')}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    </ConfirmDialog>
  )
}

const Receipt = ({ erasure, onSettle }: { erasure: Erasure; onSettle: ((answer: ErasureAnswer) => void) | undefined }) => {
  const t = useT()
  return (
    <>
      <ListItem
        icon={<Icon path={mdiFileDocumentCheckOutline} />}
        title={
          <>
            {formatInstant(erasure.erasedAt)}
            <Tag tone={erasure.open ? 'warning' : 'success'}>{erasure.open ? t('open', { count: erasure.open }) : t('complete')}</Tag>
          </>
        }
        text={[
          t('by', { name: erasure.askedByName }),
          ...erasure.venues.map(({ name, bookings }) => t('at', { venue: name, count: bookings })),
        ].join(' · ')}
      />
      {erasure.answers.map((answer) => (
        <ListItem
          key={answer.id}
          icon={<Icon path={mdiMessageReplyTextOutline} />}
          title={
            <>
              {answer.name}
              <Tag tone={tones[answer.state]}>{t(`state.${answer.state}`)}</Tag>
            </>
          }
          text={[answer.venueName, t(`party.${answer.party}`), formatInstant(answer.stateAt), answer.note, answer.toldBy]
            .filter(Boolean)
            .join(' · ')}
          acts={
            onSettle && (answer.state === 'by_hand' || answer.state === 'failed') ? (
              <Button variant="outlined" size="small" onClick={() => onSettle(answer)} aria-label={`${t('settle.open')}: ${answer.name}`}>
                {t('settle.open')}
              </Button>
            ) : null
          }
        />
      ))}
    </>
  )
}

/** Who was forgotten when, and what those said who had been told of the bookings. */
export const Receipts = () => {
  const t = useT()
  const may = useAbility().can('delete', 'guest-data')
  const [settling, setSettling] = useState<ErasureAnswer>()
  const query = useInfiniteQuery({
    queryKey: [...keyOf(guestData.list), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api(guestData.list, { query: { limit: 20, ...(pageParam ? { after: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    // Answers come by themselves.
    refetchInterval: 15_000,
  })
  const rows = query.data?.pages.flatMap(({ data }) => data)
  return (
    <FormSection title={t('receipts')} hint={t('receipts.hint')}>
      {query.isPending ? <RowsSkeleton rows={2} /> : null}
      {query.isError && !rows ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {rows?.length === 0 ? (
        <EmptyState icon={mdiFileDocumentCheckOutline} title={t('receipts.none')} hint={t('receipts.none.hint')} />
      ) : null}
      {rows?.length ? (
        <ItemList>
          {rows.map((erasure) => (
            <Receipt key={erasure.id} erasure={erasure} onSettle={may ? setSettling : undefined} />
          ))}
        </ItemList>
      ) : null}
      {query.hasNextPage ? (
        <Button onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
          {t('more')}
        </Button>
      ) : null}
      {settling ? <Settle answer={settling} onClose={() => setSettling(undefined)} /> : null}
    </FormSection>
  )
}

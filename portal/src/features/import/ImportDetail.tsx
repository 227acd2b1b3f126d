import { mdiArrowLeft } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type ImportBatch, imports } from '@tablewire/contracts/import/import'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { newer, coalescedReload } from '#src/api/coalesced-reload.ts'
import { useLive } from '#src/api/live.ts'
import { keyOf, queryClient, useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { FormSkeleton } from '#src/kit/Skeletons.tsx'
import { DiscardImport } from './DiscardImport.tsx'
import { ImportBody } from './ImportBody.tsx'
import { StateTag, Steps } from './Steps.tsx'
import { useT } from './use-t.ts'

const Stack = styled('div')(({ theme }) => ({ display: 'grid', gap: theme.spacing(2), maxWidth: 1080, '& > *': { minWidth: 0 } }))
const Acts = styled('span')(({ theme }) => ({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: theme.spacing(1) }))
const Problem = styled('p')(({ theme }) => ({
  margin: 0,
  padding: theme.spacing(1.25, 1.75),
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.tone.danger.soft,
  color: theme.vars.palette.tone.danger.text,
}))

/** Still to be mapped and tried: from one to the other the screen stays as it is. */
const isOpen = ({ state }: ImportBatch): boolean => state === 'draft' || state === 'checked'

const factsOf = (batch: ImportBatch, t: ReturnType<typeof useT>): string =>
  [
    t(`kind.${batch.kind}`),
    batch.companyIsNew ? t('company.new', { name: batch.companyName ?? '' }) : (batch.venueName ?? batch.companyName ?? t('several.where')),
    t('begun', { who: batch.createdByName, when: formatInstant(batch.createdAt) }),
    batch.appliedAt ? t('appliedAt', { when: formatInstant(batch.appliedAt) }) : undefined,
    batch.undoneAt ? t('undoneAt', { when: formatInstant(batch.undoneAt) }) : undefined,
  ]
    .filter(Boolean)
    .join(' · ')

/** What rows are filtered by belongs to the step it was chosen in: in the next one the same choice may show nothing at all. */
const useFreshFilters = (state: ImportBatch['state'] | undefined): void => {
  const [, setSearch] = useUrlSearch()
  const before = useRef(state)
  const follow = useEffectEvent((now: typeof state) => {
    if (before.current !== undefined && now !== before.current) setSearch({ rows: undefined, field: undefined, found: undefined })
    before.current = now
  })
  useEffect(() => follow(state), [state])
}

/** One import at the step where it stands; whoever comes back later finds it there. */
export const ImportDetail = ({ id, onLeave }: { id: string; onLeave: () => void }) => {
  const t = useT()
  const input = { params: { id } }
  const {
    data: batch,
    error,
    refetch,
  } = useEndpoint(imports.get, input, {
    structuralSharing: (before, next) => newer(before as ImportBatch | undefined, next as ImportBatch),
  })
  const onChanged = (next: ImportBatch): void => {
    queryClient.setQueryData(keyOf(imports.get, input), next)
    void queryClient.invalidateQueries({ queryKey: keyOf(imports.list) })
  }
  const [reread] = useState(() => coalescedReload(() => queryClient.invalidateQueries({ queryKey: keyOf(imports.get, input) })))
  useLive(({ type, id: about }) => {
    if (type === 'import' && about === id) void reread()
  })
  // What a step brought shows in its rows, and in whatever list counts reservations or venues.
  const state = batch?.state
  useEffect(() => {
    for (const list of state ? [imports.findings, imports.rows] : []) void queryClient.invalidateQueries({ queryKey: keyOf(list) })
  }, [state])
  useFreshFilters(state)
  const back = (
    <Button color="inherit" startIcon={<Icon path={mdiArrowLeft} />} onClick={onLeave}>
      {t('back')}
    </Button>
  )
  if (error && !batch)
    return (
      <>
        <PageTitle title={t('title')} actions={back} />
        <ErrorState error={error} onRetry={() => void refetch()} />
      </>
    )
  if (!batch)
    return (
      <>
        <PageTitle title={t('title')} actions={back} />
        <FormSkeleton />
      </>
    )
  return (
    <>
      <PageTitle
        title={batch.fileName}
        hint={factsOf(batch, t)}
        actions={
          <Acts>
            <StateTag state={batch.state} />
            {batch.state === 'draft' || batch.state === 'checked' ? <DiscardImport batch={batch} onLeave={onLeave} /> : null}
            {back}
          </Acts>
        }
      />
      <Stack>
        <Steps batch={batch} />
        {batch.problem ? <Problem role="alert">{batch.problem}</Problem> : null}
        <ImportBody key={isOpen(batch) ? 'open' : batch.state} batch={batch} onChanged={onChanged} />
      </Stack>
    </>
  )
}

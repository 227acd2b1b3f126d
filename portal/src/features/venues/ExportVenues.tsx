import { mdiMicrosoftExcel } from '@mdi/js'
import Button from '@mui/material/Button'
import { exports as exportCalls } from '@tablewire/contracts/exports'
import { venues } from '@tablewire/contracts/venues'
import type { Sent } from '@tablewire/contracts/endpoint'
import { useEffect, useState } from 'react'
import { useCall, useEndpoint } from '#src/api/query.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

type Props = { ask: NonNullable<Sent<typeof venues.export>['body']>; none: boolean }

/** Follows one export until it is there; whoever leaves gets the mail all the same. */
const Progress = ({ id, onEnd }: { id: string; onEnd: () => void }) => {
  const t = useT()
  const { data, isError } = useEndpoint(
    exportCalls.get,
    { params: { id } },
    { staleTime: 0, refetchInterval: ({ state }) => (state.data?.state === 'done' || state.data?.state === 'failed' ? false : 1000) },
  )
  const [state, link] = [data?.state, data?.link]
  useEffect(() => {
    if (state === 'done')
      toast.success(t('export.done'), link ? { label: t('export.download'), run: () => location.assign(link) } : undefined)
    else if (state === 'failed' || isError) toast.error(t('export.failed'))
    else return
    onEnd()
  }, [state, link, isError, onEnd, t])
  if (!data?.rowsTotal) return <>{t('export.waiting')}</>
  return <>{t('export.running', { percent: Math.min(99, Math.round((100 * data.rowsDone) / data.rowsTotal)) })}</>
}

/** VE3: exactly what the list shows, by e-mail as an Excel file. */
export const ExportVenues = ({ ask, none }: Props) => {
  const t = useT()
  const order = useCall(venues.export, { meta: { shown: true } })
  const [running, setRunning] = useState<string>()
  const start = () =>
    order.mutate(
      { body: ask },
      {
        onSuccess: ({ id }) => {
          setRunning(id)
          toast.info(t('export.asked'))
        },
        onError: (error) => toast.error(error.code === 'export.too_many' ? error.message : t('export.failed')),
      },
    )
  const [end] = useState(() => () => setRunning(undefined))
  return (
    <Button
      color="inherit"
      variant="outlined"
      startIcon={<Icon path={mdiMicrosoftExcel} size={18} />}
      disabled={none || order.isPending || running !== undefined}
      onClick={start}
    >
      {running ? <Progress id={running} onEnd={end} /> : t('export')}
    </Button>
  )
}

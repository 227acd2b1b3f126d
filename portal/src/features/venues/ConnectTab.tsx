import { mdiAlertCircleOutline, mdiConnection } from '@mdi/js'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import { links, type VenueChannel } from '@tablewire/contracts/channels/links'
import { useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { api } from '#src/api/client.ts'
import { keyOf, queryClient, useEndpoint } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { ListItem, ItemList } from '#src/kit/ItemList.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

const connectable = ({ state, active, moves }: VenueChannel): boolean => state === 'not_enabled' && active && moves.includes('connect')

/** VE3: several at once, one call for each; the failure of one is shown with that one and stops no other. */
export const ConnectTab = ({ venueId }: { venueId: string }) => {
  const t = useT()
  const may = useAbility().can('update', 'channel-management')
  const query = useEndpoint(links.list, { params: { id: venueId } })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [failures, setFailures] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const toggle = (id: string): void => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const connect = async (): Promise<void> => {
    setBusy(true)
    const wanted = [...chosen]
    const results = await Promise.allSettled(
      wanted.map((channelId) => api(links.move, { params: { id: venueId, channelId }, body: { move: 'connect' } })),
    )
    const failed = Object.fromEntries(
      results.flatMap((result, index) =>
        result.status === 'rejected' ? [[wanted[index]!, errorText(result.reason, phrasesNow('kit'))]] : [],
      ),
    )
    const connected = wanted.length - Object.keys(failed).length
    if (connected) toast.success(t('connect.done', { count: connected }))
    setFailures(failed)
    setChosen(new Set(Object.keys(failed)))
    await queryClient.invalidateQueries({ queryKey: keyOf(links.list) })
    setBusy(false)
  }
  const open = (query.data ?? []).filter(connectable)
  return (
    <FormSection title={t('section.channels')} hint={t('section.channels.hint')}>
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <RowsSkeleton rows={4} /> : null}
      {query.data && !open.length ? <EmptyState title={t('connect.none')} hint={t('connect.none.hint')} icon={mdiConnection} /> : null}
      {open.length ? (
        <>
          <ItemList>
            {open.map(({ channelId, name, about, type }) => (
              <ListItem
                key={channelId}
                icon={
                  <Checkbox
                    checked={chosen.has(channelId)}
                    disabled={!may || busy}
                    onChange={() => toggle(channelId)}
                    slotProps={{ input: { 'aria-label': t('connect.choose', { name }) } }}
                  />
                }
                title={name}
                text={
                  failures[channelId] ? (
                    <span role="alert" style={{ display: 'inline-flex', gap: 6, alignItems: 'center' }}>
                      <Icon path={mdiAlertCircleOutline} size={16} />
                      {failures[channelId]}
                    </span>
                  ) : (
                    about || t(`channelType.${type}`)
                  )
                }
              />
            ))}
          </ItemList>
          <Button variant="contained" sx={{ marginBlockStart: 2 }} disabled={!chosen.size} loading={busy} onClick={() => void connect()}>
            {t('connect', { count: chosen.size })}
          </Button>
        </>
      ) : null}
    </FormSection>
  )
}

import Button from '@mui/material/Button'
import { type Delivery, type WebhookEndpoint, deliveryStates } from '@tablewire/contracts/channels/webhook-objects'
import { webhooks } from '@tablewire/contracts/channels/webhooks'
import { useMemo } from 'react'
import { useRows } from '#src/api/rows.ts'
import { useFaultWords } from '#src/i18n/use-fault-words.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { formatInstant, formatMoment } from '#src/kit/format.ts'
import type { Column } from '#src/kit/list/columns.ts'
import { PhoneRow } from '#src/kit/list/cells.ts'
import { DataList } from '#src/kit/list/DataList.tsx'
import { FullHeight } from '#src/kit/list/FullHeight.tsx'
import { FilterSelect, ListBar } from '#src/kit/list/ListBar.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import type { Tone } from '#src/kit/tones.ts'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { DeliveryDialog } from './DeliveryDialog.tsx'
import { useChosenDeliveries } from './use-chosen-deliveries.ts'
import { useT } from './use-t.ts'

const tones: Record<Delivery['state'], Tone> = { dead: 'danger', waiting: 'warning', delivered: 'success' }

const useDeliveryColumns = () => {
  const t = useT()
  const { line } = useFaultWords()
  return useMemo(() => {
    const mark = ({ state }: Delivery) => <Tag tone={tones[state]}>{t(`wh.delivery.${state}`)}</Tag>
    const said = ({ status, error }: Delivery): string => (error ? line(error) : String(status ?? ''))
    // Due and not tried: what happened to the same booking before has not arrived yet.
    const next = ({ nextAt, finishedAt, attempts }: Delivery): string => {
      if (!nextAt) return finishedAt ? formatInstant(finishedAt) : ''
      return attempts === 0 && Date.parse(nextAt) < Date.now() ? t('wh.inTurn') : t('wh.next', { when: formatMoment(nextAt) })
    }
    const columns: Column<Delivery>[] = [
      { id: 'state', title: t('wh.col.state'), width: '110px', cell: mark },
      { id: 'when', title: t('wh.col.when'), width: '150px', cell: ({ occurredAt }) => formatInstant(occurredAt) },
      { id: 'action', title: t('wh.col.action'), width: '96px', from: 600, cell: ({ action }) => t(`wh.action.${action}`) },
      {
        id: 'booking',
        title: t('wh.col.booking'),
        width: '110px',
        from: 860,
        cell: ({ reference }) => <span className="clip">{reference}</span>,
      },
      { id: 'answer', title: t('wh.col.answer'), width: 'minmax(72px, 2fr)', cell: (row) => <span className="clip">{said(row)}</span> },
      { id: 'attempts', title: t('wh.col.attempts'), width: '80px', align: 'end', from: 700, cell: ({ attempts }) => attempts },
      {
        id: 'next',
        title: t('wh.col.next'),
        width: 'minmax(190px, 1fr)',
        from: 1080,
        cell: (row) => <span className="clip">{next(row)}</span>,
      },
    ]
    const phone = (row: Delivery) => (
      <>
        <PhoneRow>
          <span className="main">{formatInstant(row.occurredAt)}</span>
          {mark(row)}
        </PhoneRow>
        <span className="clip quiet">
          {[row.reference, t(`wh.action.${row.action}`), said(row), next(row)].filter(Boolean).join(' · ')}
        </span>
      </>
    )
    return { columns, phone }
  }, [t, line])
}

/** What was sent to the channel and what waits, what failed first; any of it can be sent again. */
export const DeliveryList = ({ channelId, endpoints }: { channelId: string; endpoints: readonly WebhookEndpoint[] }) => {
  const t = useT()
  const [search, setSearch] = useUrlSearch()
  const state = deliveryStates.find((one) => one === search['state'])
  const endpointId = endpoints.find(({ id }) => id === search['to'])?.id
  const filters = { channelId, ...(state ? { state } : {}), ...(endpointId ? { endpointId } : {}) }
  const rows = useRows(webhooks.deliveries, { query: { filters } })
  const { columns, phone } = useDeliveryColumns()
  const { choice, choose, sending, sendAgain } = useChosenDeliveries(rows)
  return (
    <div style={{ paddingBlockStart: 24 }}>
      <h2 style={{ margin: '0 0 12px', fontSize: '1.0625rem' }}>{t('wh.deliveries')}</h2>
      <FullHeight style={{ height: 'min(520px, calc(100dvh - 160px))', minHeight: 320 }}>
        <ListBar
          filters={
            <>
              <FilterSelect
                label={t('wh.any')}
                value={state}
                options={deliveryStates.map((value) => ({ value, label: t(`wh.delivery.${value}`) }))}
                onChange={(value) => setSearch({ state: value })}
              />
              {endpoints.length > 1 ? (
                <FilterSelect
                  label={t('wh.anywhere')}
                  value={endpointId}
                  options={endpoints.map(({ id, url }) => ({ value: id, label: url }))}
                  onChange={(value) => setSearch({ to: value })}
                />
              ) : null}
            </>
          }
          onClear={(state ?? endpointId) ? () => setSearch({ state: undefined, to: undefined }) : undefined}
          total={rows.loading ? undefined : rows.total}
        />
        <DataList
          label={t('wh.deliveries')}
          rows={rows}
          columns={columns}
          rowLabel={(row) => `${t(`wh.delivery.${row.state}`)}, ${t(`wh.action.${row.action}`)}, ${formatInstant(row.occurredAt)}`}
          phone={phone}
          empty={<EmptyState title={t('wh.deliveries.none')} hint={t('wh.deliveries.hint')} />}
          onOpen={({ id }) => setSearch({ delivery: id }, { push: true })}
          selection={{
            choice,
            onChange: choose,
            acts: (
              <Button size="small" variant="contained" loading={sending} onClick={() => void sendAgain()}>
                {t('wh.replayChosen', { count: choice.ids.size })}
              </Button>
            ),
          }}
        />
      </FullHeight>
      {search['delivery'] ? <DeliveryDialog id={search['delivery']} onClose={() => setSearch({ delivery: undefined })} /> : null}
    </div>
  )
}

import Button from '@mui/material/Button'
import { channels } from '@tablewire/contracts/channels/channels'
import type { LinkState } from '@tablewire/contracts/channels/channels.rules'
import { links, type VenueLinks } from '@tablewire/contracts/channels/links'
import { useMemo, useState } from 'react'
import { linkTone } from '#src/api/link-tone.ts'
import { queryClient, useCall } from '#src/api/query.ts'
import { useRows } from '#src/api/rows.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import type { Column } from '#src/kit/list/columns.ts'
import { noChoice, useChoice } from '#src/kit/list/choice.ts'
import { DataList } from '#src/kit/list/DataList.tsx'
import { FullHeight } from '#src/kit/list/FullHeight.tsx'
import { FilterSelect, ListBar } from '#src/kit/list/ListBar.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { LinkDialog } from './LinkDialog.tsx'
import { useT } from './use-t.ts'

const linked: readonly LinkState[] = ['live', 'paused', 'action_required', 'requested', 'in_review', 'rejected', 'error']

const useVenueColumns = (channelId: string) => {
  const t = useT()
  return useMemo(() => {
    const stateOf = (row: VenueLinks): LinkState => row.links.find((link) => link.channelId === channelId)?.state ?? 'not_enabled'
    const mark = (row: VenueLinks) => <Tag tone={linkTone[stateOf(row)]}>{t(`state.${stateOf(row)}`)}</Tag>
    const columns: Column<VenueLinks>[] = [
      { id: 'name', title: t('venues.name'), width: 'minmax(150px, 2fr)', cell: ({ name }) => <span className="clip main">{name}</span> },
      { id: 'city', title: t('venues.city'), width: 'minmax(110px, 1fr)', cell: ({ city }) => <span className="clip">{city}</span> },
      { id: 'state', title: t('venues.state'), width: '170px', cell: mark },
    ]
    const phone = (row: VenueLinks) => (
      <>
        <span className="clip">
          <span className="main">{row.name}</span> {mark(row)}
        </span>
        <span className="clip quiet">{row.city}</span>
      </>
    )
    return { columns, phone }
  }, [channelId, t])
}

/** Which venues are sold on the channel; many are put there or taken off at once, by the platform's own word. */
export const ChannelVenues = ({ channelId }: { channelId: string }) => {
  const t = useT()
  const [{ q = '', linked: which }, setSearch] = useUrlSearch()
  const [choice, setChoice] = useChoice('')
  const chosen = choice.ids
  const [confirming, setConfirming] = useState(false)
  const [opened, setOpened] = useState<VenueLinks>()
  const state: LinkState[] | undefined = which === 'yes' ? [...linked] : which === 'no' ? ['not_enabled'] : undefined
  const rows = useRows(links.venues, { query: { filters: { channelId, ...(q ? { criteria: q } : {}), ...(state ? { state } : {}) } } })
  const { columns, phone } = useVenueColumns(channelId)
  const after = {
    onSuccess: (answer: { linked: number }) => {
      toast.success(t('venues.done', { count: answer.linked }))
      setChoice(noChoice)
    },
    onSettled: () => {
      setConfirming(false)
      void queryClient.invalidateQueries({ queryKey: ['links'] })
      void queryClient.invalidateQueries({ queryKey: ['channels', 'list'] })
    },
  }
  const link = useCall(channels.linkVenues, after)
  const unlink = useCall(channels.unlinkVenues, after)
  const input = { params: { id: channelId }, body: { venues: [...chosen] } }
  return (
    // The head of the page and its tabs stand above.
    <FullHeight style={{ height: 'calc(100dvh - var(--top-bar, 0px) - var(--foot, 42px) - 150px)' }}>
      <ListBar
        search={{ label: t('venues.search'), value: q, onChange: (text) => setSearch({ q: text }) }}
        filters={
          <FilterSelect
            label={t('venues.any')}
            value={which}
            options={[
              { value: 'yes', label: t('venues.linked') },
              { value: 'no', label: t('venues.unlinked') },
            ]}
            onChange={(value) => setSearch({ linked: value })}
          />
        }
        onClear={q !== '' || which !== undefined ? () => setSearch({ q: undefined, linked: undefined }) : undefined}
        total={rows.loading ? undefined : rows.total}
      />
      <DataList
        label={t('venues.list')}
        rows={rows}
        columns={columns}
        rowLabel={({ name, city }) => [name, city].filter(Boolean).join(', ')}
        phone={phone}
        empty={<EmptyState title={t('venues.empty')} />}
        onOpen={setOpened}
        selection={{
          choice,
          onChange: setChoice,
          acts: (
            <>
              <Button size="small" variant="outlined" color="inherit" onClick={() => setConfirming(true)}>
                {t('venues.unlink', { count: chosen.size })}
              </Button>
              <Button size="small" variant="contained" loading={link.isPending} onClick={() => link.mutate(input)}>
                {t('venues.link', { count: chosen.size })}
              </Button>
            </>
          ),
        }}
      />
      <ConfirmDialog
        open={confirming}
        title={t('venues.unlink.title', { count: chosen.size })}
        confirmLabel={t('venues.unlink', { count: chosen.size })}
        danger
        busy={unlink.isPending}
        onClose={() => setConfirming(false)}
        onConfirm={() => unlink.mutate(input)}
      >
        {t('venues.unlink.text')}
      </ConfirmDialog>
      {opened ? <LinkDialog channelId={channelId} venue={opened} onClose={() => setOpened(undefined)} /> : null}
    </FullHeight>
  )
}

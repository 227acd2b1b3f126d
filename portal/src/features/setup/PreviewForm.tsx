import { channels as channelCalls } from '@tablewire/contracts/channels/channels'
import type { Book } from '@tablewire/contracts/estate/book'
import { useEndpoint } from '#src/api/query.ts'
import { DayField } from '#src/kit/DayField.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import type { PreviewQuery } from './use-save-book.ts'
import { useT } from './use-t.ts'

/** The day, the party and who asks: what the preview is about. */
export const PreviewForm = ({ query, book, onChange }: { query: PreviewQuery; book: Book; onChange: (asked: PreviewQuery) => void }) => {
  const t = useT()
  const channels = useEndpoint(channelCalls.mine, { query: { limit: 100, filters: { active: true } } }, { staleTime: 300_000 })
  const set = (parts: Partial<PreviewQuery>): void => onChange({ ...query, ...parts })
  return (
    <div className="ask">
      <div className="labelled">
        <span aria-hidden="true">{t('preview.date')}</span>
        <DayField variant="outlined" date={query.date} label={t('preview.date')} onDate={(date) => set({ date })} />
      </div>
      <TextField
        type="number"
        label={t('preview.party')}
        value={String(query.partySize)}
        slotProps={{ htmlInput: { min: 1, max: 1000 } }}
        onChange={({ target }) => set({ partySize: Math.max(1, Math.min(1000, Math.round(Number(target.value)) || 1)) })}
      />
      <TextField className="wide" select label={t('preview.as')} value={query.as} onChange={({ target }) => set({ as: target.value })}>
        <option value="channel">{t('preview.as.channel')}</option>
        <option value="staff">{t('preview.as.staff')}</option>
        {channels.data?.data.length ? (
          <optgroup label={t('preview.as.one')}>
            {channels.data.data.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
        ) : null}
      </TextField>
      {book.areas.length > 1 ? (
        <TextField
          className="wide"
          select
          label={t('preview.area')}
          value={query.areaId}
          onChange={({ target }) => set({ areaId: target.value })}
        >
          <option value="">{t('preview.area.any')}</option>
          {book.areas.map(({ id, name }) => (
            <option key={id} value={id}>
              {name || t('areas.unnamed')}
            </option>
          ))}
        </TextField>
      ) : null}
    </div>
  )
}

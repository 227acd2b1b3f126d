import Button from '@mui/material/Button'
import type { ListingDifference } from '@tablewire/contracts/listing/copies'
import { PanelBody } from '#src/kit/panel-body.ts'
import { ActButtons } from './ActButtons.tsx'
import { StateTag } from './difference-columns.tsx'
import { Since, Sides } from './Sides.tsx'
import { useT } from './use-t.ts'

type DifferencePanelProps = { difference: ListingDifference; onDone: () => void; onPlaces: () => void }

/** One difference: both sides, whose it is, and what to do about it. */
export const DifferencePanel = ({ difference, onDone, onPlaces }: DifferencePanelProps) => {
  const t = useT()
  const { venueName, channelName, field, url, state } = difference
  return (
    <PanelBody>
      <h2>{t('differenceOf', { venue: venueName, field: t(`f.${field}`) })}</h2>
      <div>
        <StateTag state={state} />
      </div>
      <Sides difference={difference} />
      <Since difference={difference} />
      <div className="acts">
        <ActButtons ids={[difference.id]} differences={[difference]} onDone={onDone} />
        {url ? (
          <Button href={url} target="_blank" rel="noopener noreferrer" color="inherit">
            {t('toPage', { channel: channelName })}
          </Button>
        ) : null}
        <Button color="inherit" onClick={onPlaces}>
          {t('placesOf', { venue: venueName })}
        </Button>
      </div>
      {state === 'asked' ? <p className="quiet">{t('askedHint', { channel: channelName })}</p> : null}
    </PanelBody>
  )
}

import { mdiClose, mdiCloudOffOutline } from '@mdi/js'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import { venues } from '@tablewire/contracts/estate/venues'
import type { Venue } from '@tablewire/contracts/estate/venue-fields'
import { useId } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatDate } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { Skeleton } from '#src/kit/Skeletons.tsx'
import { useT as useKitT } from '#src/kit/use-t.ts'
import { type Search } from '../reservation-search.ts'
import type { Ask } from './asked.ts'
import { type OnSearch, useWhatIf } from './use-what-if.ts'
import { Acts, Nearest, Why } from './WhatIfActs.tsx'
import { WhatIfAnswer } from './WhatIfAnswer.tsx'
import { focusSize, WhatIfQuestion } from './WhatIfQuestion.tsx'
import { useWhatIfT } from './use-what-if-t.ts'
import { Root } from './what-if-styles.ts'

type WhatIfSheetProps = {
  venue: Pick<Venue, 'id' | 'name' | 'timezone'>
  date: string
  search: Search
  open: boolean
  onSearch: OnSearch
  onClose: () => void
  onClosed: () => void
}

const Inside = (props: WhatIfSheetProps & { titleId: string }) => {
  const { venue, date, titleId, onSearch, onClose } = props
  const t = useWhatIfT()
  const kitT = useKitT()
  const areas = useEndpoint(venues.areas, { params: { id: venue.id } }, { staleTime: 600_000 }).data ?? []
  const { ask, setAsk, answer, away, old } = useWhatIf(props)
  // Whether there is room is true only now.
  const said = away ? undefined : answer.data
  const onAsk = (patch: Partial<Ask>): void => (ask ? setAsk({ ...ask, ...patch }) : undefined)
  return (
    <Root>
      <h2 id={titleId}>
        {t('title')}
        <small>
          {formatDate(date, 'long')} · {venue.name}
        </small>
      </h2>
      <IconButton className="shut" size="small" aria-label={kitT('close')} onClick={onClose}>
        <Icon path={mdiClose} />
      </IconButton>
      {ask ? <WhatIfQuestion {...{ ask, areas, onAsk }} /> : <Skeleton height={140} />}
      {away ? (
        <output className="said" aria-live="polite">
          <strong>
            <Icon path={mdiCloudOffOutline} size={24} />
            {t('away')}
          </strong>
          <p>{t('away.hint')}</p>
        </output>
      ) : said ? (
        <WhatIfAnswer said={said} areas={areas} old={old} />
      ) : answer.error ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <Skeleton height={176} />
      )}
      {said && ask ? (
        <>
          <Nearest said={said} onAsk={onAsk} />
          <Acts {...{ said, ask, onSearch }} />
          <Why {...{ said, ask }} />
        </>
      ) : null}
    </Root>
  )
}

/** "Can I take six at eight?": asked on the phone, answered before the guest has finished the sentence. At the thumb on a phone, at the side elsewhere. */
export const WhatIfSheet = (props: WhatIfSheetProps) => {
  const { open, onClose, onClosed } = props
  const titleId = useId()
  const phone = matchMedia('(max-width: 619.95px)').matches
  return (
    <Drawer
      open={open}
      anchor={phone ? 'bottom' : 'right'}
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          className: 'drawer-panel',
          'aria-modal': true,
          'aria-labelledby': titleId,
          sx: phone ? { maxHeight: '94dvh' } : { width: 'min(480px, 100vw)' },
        },
        // Before it is there it cannot have the focus.
        transition: { onEnter: focusSize, onEntered: focusSize, onExited: () => onClosed() },
      }}
    >
      <Inside {...props} titleId={titleId} />
    </Drawer>
  )
}

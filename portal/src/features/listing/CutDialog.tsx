import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { styled } from '@mui/material/styles'
import { listings } from '@tablewire/contracts/listing/listings'
import { photoEdgeMin } from '@tablewire/contracts/listing/photo.rules'
import type { ListingPhoto } from '@tablewire/contracts/listing/profile'
import { type PointerEvent, useId, useState } from 'react'
import { useCall } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { useT } from './use-t.ts'

const Picture = styled('div')(({ theme }) => ({
  position: 'relative',
  width: 'fit-content',
  margin: '12px auto',
  touchAction: 'none',
  cursor: 'crosshair',
  '& > img': { display: 'block', maxWidth: '100%', maxHeight: '52vh', userSelect: 'none' },
  '& > i': {
    position: 'absolute',
    boxShadow: '0 0 0 9999px rgb(0 0 0 / 45%)',
    outline: `2px solid ${theme.vars.palette.accent.ring}`,
  },
  overflow: 'hidden',
}))
const Numbers = styled('div')({ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(110px, 1fr))', gap: 12 })

type Cut = { left: number; top: number; width: number; height: number }
const edges = ['left', 'top', 'width', 'height'] as const

/** Inside the picture, and no smaller than a photo may be. */
const fitted = (cut: Cut, { width, height }: ListingPhoto): Cut => {
  const wide = Math.round(Math.max(Math.min(photoEdgeMin, width), Math.min(cut.width, width)))
  const high = Math.round(Math.max(Math.min(photoEdgeMin, height), Math.min(cut.height, height)))
  return {
    width: wide,
    height: high,
    left: Math.round(Math.max(0, Math.min(cut.left, width - wide))),
    top: Math.round(Math.max(0, Math.min(cut.top, height - high))),
  }
}

const isPart = ({ width, height }: Cut, photo: ListingPhoto): boolean => width < photo.width || height < photo.height
const isInside = ({ left, top, width, height }: Cut, { x, y }: { x: number; y: number }): boolean =>
  x >= left && x <= left + width && y >= top && y <= top + height

type Made = Omit<ListingPhoto, 'kind' | 'alt'>
type CutDialogProps = { venueId: string; photo: ListingPhoto; onCut: (made: Made) => void; onClose: () => void }

/** A frame drawn over the photo and dragged to its place, or set by numbers. */
export const CutDialog = ({ venueId, photo, onCut, onClose }: CutDialogProps) => {
  const t = useT()
  const titleId = useId()
  const whole = { left: 0, top: 0, width: photo.width, height: photo.height }
  const [cut, setCut] = useState<Cut>(whole)
  /** Where the pointer went down; on the frame, with the frame as it was: it is moved then. */
  const [began, setBegan] = useState<{ x: number; y: number; frame: Cut | undefined }>()
  const [refusal, setRefusal] = useState<string>()
  const call = useCall(listings.cutPhoto, { meta: { shown: true } })
  const pointOf = (event: PointerEvent<HTMLElement>): { x: number; y: number } => {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: ((event.clientX - box.left) / box.width) * photo.width, y: ((event.clientY - box.top) / box.height) * photo.height }
  }
  const draw = (event: PointerEvent<HTMLElement>): void => {
    if (!began) return
    const { x, y } = pointOf(event)
    if (began.frame) {
      const { left, top } = began.frame
      return setCut(fitted({ ...began.frame, left: left + x - began.x, top: top + y - began.y }, photo))
    }
    const [left, top] = [Math.min(began.x, x), Math.min(began.y, y)]
    setCut(fitted({ left, top, width: Math.abs(x - began.x), height: Math.abs(y - began.y) }, photo))
  }
  const send = (part: Cut | null): void => {
    setRefusal(undefined)
    call.mutate(
      { params: { id: venueId }, body: { photoId: photo.id, cut: part } },
      { onSuccess: onCut, onError: (error) => setRefusal(errorText(error, phrasesNow('kit'))) },
    )
  }
  const share = (value: number, of: number): string => `${(value / of) * 100}%`
  const large = photo.sizes.findLast(({ type }) => type === 'image/webp')
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="md">
      <DialogTitle id={titleId}>{t('cut.title')}</DialogTitle>
      <DialogContent>
        {t('cut.hint')}
        <Picture
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            const at = pointOf(event)
            setBegan({ ...at, frame: isPart(cut, photo) && isInside(cut, at) ? cut : undefined })
          }}
          onPointerMove={draw}
          onPointerUp={() => setBegan(undefined)}
        >
          <img src={large?.url} alt="" draggable={false} />
          <i
            style={{
              left: share(cut.left, photo.width),
              top: share(cut.top, photo.height),
              width: share(cut.width, photo.width),
              height: share(cut.height, photo.height),
            }}
          />
        </Picture>
        <Numbers>
          {edges.map((edge) => (
            <TextField
              key={edge}
              label={t(`cut.${edge}`)}
              value={cut[edge]}
              slotProps={{ htmlInput: { inputMode: 'numeric' } }}
              onChange={({ target }) => setCut({ ...cut, [edge]: Number(target.value.replace(/\D/g, '')) })}
              onBlur={() => setCut(fitted(cut, photo))}
            />
          ))}
        </Numbers>
        {refusal ? <p role="alert">{refusal}</p> : null}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        <Button color="inherit" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button color="inherit" loading={call.isPending} onClick={() => send(null)}>
          {t('cut.whole')}
        </Button>
        <Button variant="contained" loading={call.isPending} onClick={() => send(fitted(cut, photo))}>
          {t('cut.take')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

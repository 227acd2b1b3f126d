import { mdiArrowLeft, mdiArrowRight, mdiCrop, mdiTrashCanOutline } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import type { ListingPhoto } from '@tablewire/contracts/listing/profile'
import { photoKinds } from '@tablewire/contracts/listing/terms.rules'
import { useState } from 'react'
import { type Lang, languages, langs } from '#src/i18n/lang.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useT } from './use-t.ts'

const Root = styled('li')(({ theme }) => ({
  display: 'grid',
  gap: 10,
  alignContent: 'start',
  minWidth: 0,
  padding: 10,
  border: '1px solid var(--skin-edge)',
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  '& > img': {
    width: '100%',
    height: 'auto',
    aspectRatio: '4 / 3',
    borderRadius: 4,
    objectFit: 'contain',
    backgroundColor: theme.vars.palette.ground.sunken,
  },
  '& > .acts': { display: 'flex', justifyContent: 'space-between' },
  '& > .alt': { display: 'grid', gridTemplateColumns: '124px minmax(0, 1fr)', gap: 6, alignItems: 'end' },
}))

type PhotoCardProps = {
  photo: ListingPhoto
  nth: number
  last: boolean
  onChange: (photo: ListingPhoto) => void
  onMove: (by: -1 | 1) => void
  onCut: () => void
  onRemove: () => void
}

/** A photo with what it is and what it shows, and its place among the others. */
export const PhotoCard = ({ photo, nth, last, onChange, onMove, onCut, onRemove }: PhotoCardProps) => {
  const t = useT()
  const [lang, setLang] = useState<Lang>((document.documentElement.lang as Lang) || 'en')
  const name = t('photo.nth', { nth: nth + 1 })
  const acts = [
    { act: 'before', label: t('photo.before'), icon: mdiArrowLeft, run: () => onMove(-1), off: nth === 0 },
    { act: 'after', label: t('photo.after'), icon: mdiArrowRight, run: () => onMove(1), off: last },
    { act: 'cut', label: t('photo.cut'), icon: mdiCrop, run: onCut, off: false },
    { act: 'remove', label: t('photo.remove'), icon: mdiTrashCanOutline, run: onRemove, off: false },
  ]
  const smallest = photo.sizes[0]
  return (
    <Root>
      <img src={smallest?.url} alt={photo.alt[lang] || name} width={smallest?.width} height={smallest?.height} loading="lazy" />
      <div className="acts">
        {acts.map(({ act, label, icon, run, off }) => (
          // One that its own use puts out of use keeps the focus.
          <IconButton
            key={icon}
            id={`photo-${photo.id}-${act}`}
            size="small"
            aria-disabled={off || undefined}
            sx={off ? { opacity: 0.4, cursor: 'default' } : undefined}
            aria-label={`${name}: ${label}`}
            title={label}
            onClick={off ? undefined : run}
          >
            <Icon path={icon} size={20} />
          </IconButton>
        ))}
      </div>
      <TextField
        select
        label={t('photo.kind')}
        value={photo.kind}
        onChange={({ target }) => onChange({ ...photo, kind: target.value as ListingPhoto['kind'] })}
      >
        {photoKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`pk.${kind}`)}
          </option>
        ))}
      </TextField>
      <div className="alt">
        <TextField
          select
          value={lang}
          slotProps={{ htmlInput: { 'aria-label': `${name}: ${t('photo.lang')}` } }}
          onChange={({ target }) => setLang(target.value as Lang)}
        >
          {langs.map((one) => (
            <option key={one} value={one}>
              {photo.alt[one] ? `${languages[one]} •` : languages[one]}
            </option>
          ))}
        </TextField>
        <TextField
          id={`photo-alt-${nth}`}
          label={t('photo.alt')}
          value={photo.alt[lang] ?? ''}
          slotProps={{ htmlInput: { maxLength: 250, lang, dir: 'auto', 'aria-label': `${name}: ${t('photo.alt')}` } }}
          onChange={({ target }) => onChange({ ...photo, alt: { ...photo.alt, [lang]: target.value } })}
        />
      </div>
    </Root>
  )
}

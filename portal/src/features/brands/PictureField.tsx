import { mdiImagePlusOutline, mdiTrashCanOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { brands } from '@tablewire/contracts/brands'
import { pictureBytesMax, pictureRules } from '@tablewire/contracts/brands.rules'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useCall } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'
import { Icon } from '#src/kit/Icon.tsx'
import type { PictureName } from './brand-draft.ts'
import { useT } from './use-t.ts'

const Root = styled('div')({ display: 'grid', gap: 6, alignContent: 'start', minWidth: 0 })
const Label = styled('span')({ fontSize: '0.8125rem', fontWeight: 500 })
const Drop = styled('button')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 6,
  width: '100%',
  height: 116,
  padding: 14,
  border: `1px dashed ${theme.vars.palette.ground.edge}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.ground.field,
  color: theme.vars.palette.text.secondary,
  font: 'inherit',
  fontSize: '0.8125rem',
  textAlign: 'center',
  cursor: 'pointer',
  '&[data-over="true"]': {
    borderStyle: 'solid',
    borderColor: theme.vars.palette.accent.ring,
    backgroundColor: theme.vars.palette.accent.soft,
  },
  '&[data-full="true"]': { borderStyle: 'solid', borderColor: theme.vars.palette.divider },
  '&[aria-busy="true"]': { opacity: 0.6 },
  '& > img': { maxWidth: '100%', maxHeight: '100%', objectFit: 'contain' },
  '&[data-use="favicon"] > img': { width: 32, height: 32 },
}))
const Foot = styled('div')({ display: 'flex', alignItems: 'start', justifyContent: 'space-between', gap: 8 })
const Hint = styled('p')(({ theme }) => ({
  ...theme.typography.caption,
  margin: 0,
  color: theme.vars.palette.text.secondary,
  '&[role="alert"]': { color: theme.vars.palette.tone.danger.text },
}))

const endings: Record<string, string> = { SVG: '.svg', PNG: '.png', JPEG: '.jpg,.jpeg', WebP: '.webp', ICO: '.ico' }

/** In pieces, as a call takes only so many arguments. */
const base64Of = async (file: Blob): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const pieces = Array.from({ length: Math.ceil(bytes.length / 8192) }, (_, at) => bytes.subarray(at * 8192, (at + 1) * 8192))
  return btoa(pieces.map((piece) => String.fromCodePoint(...piece)).join(''))
}

type PictureFieldProps = { use: PictureName; path: string; ground: string; fault: string | undefined; onChange: (path: string) => void }

/** A picture by click or by dropping it; the server looks at it at once and says what it does not take. */
export const PictureField = ({ use, path, ground, fault, onChange }: PictureFieldProps) => {
  const t = useT()
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const add = useCall(brands.addPicture, { meta: { shown: true } })
  const types = pictureRules[use].types
  const limit = Math.floor(pictureBytesMax / 1024)
  const send = async (file: File | undefined): Promise<void> => {
    if (!file || add.isPending) return
    setRefusal(undefined)
    // What cannot be taken need not travel.
    if (file.size > pictureBytesMax) return setRefusal(t('picture.tooLarge', { given: Math.ceil(file.size / 1024), limit }))
    if (file.size === 0) return setRefusal(t('picture.empty'))
    try {
      onChange((await add.mutateAsync({ query: { use }, body: { content: await base64Of(file) } })).path)
    } catch (error) {
      setRefusal(errorText(error, phrasesNow('kit')))
    }
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    void send(event.dataTransfer.files[0])
  }
  const wrong = refusal ?? fault
  return (
    <Root>
      <Label id={`${id}-label`}>{t(use)}</Label>
      <Drop
        type="button"
        data-use={use}
        data-over={over}
        data-full={path !== ''}
        aria-busy={add.isPending}
        aria-labelledby={`${id}-label ${id}-do`}
        aria-describedby={`${id}-hint`}
        aria-invalid={wrong !== undefined}
        style={path && !over ? { backgroundColor: ground } : undefined}
        onClick={() => chooser.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        {path ? <img src={path} alt="" /> : <Icon path={mdiImagePlusOutline} size={26} />}
        <span id={`${id}-do`} hidden={path !== ''}>
          {t(path ? 'picture.replace' : 'picture.choose')}
        </span>
      </Drop>
      <input
        ref={chooser}
        type="file"
        hidden
        tabIndex={-1}
        data-testid={`file-${use}`}
        accept={types.map((type) => endings[type]).join(',')}
        onChange={({ target }) => {
          void send(target.files?.[0])
          // The same file again, repaired, has to be noticed.
          target.value = ''
        }}
      />
      <Foot>
        <Hint id={`${id}-hint`} role={wrong ? 'alert' : undefined}>
          {wrong ?? t(`${use}.hint`, { types: types.join(', '), limit })}
        </Hint>
        {path ? (
          <Button
            size="small"
            color="inherit"
            aria-label={t('picture.remove', { name: t(use) })}
            sx={{ minWidth: 0, paddingInline: 0.75 }}
            onClick={() => {
              setRefusal(undefined)
              onChange('')
            }}
          >
            <Icon path={mdiTrashCanOutline} size={18} />
          </Button>
        ) : null}
      </Foot>
    </Root>
  )
}

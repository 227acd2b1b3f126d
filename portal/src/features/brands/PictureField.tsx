import { mdiImagePlusOutline, mdiTrashCanOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { brands } from '@tablewire/contracts/identity/brands'
import { pictureBytesMax, pictureRules } from '@tablewire/contracts/identity/brands.rules'
import { useId, useState } from 'react'
import { useCall } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { base64Of } from '#src/kit/base64.ts'
import { errorText } from '#src/kit/error-text.ts'
import { FileButton } from '#src/kit/form/FileButton.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import type { PictureName } from './brand-draft.ts'
import { useT } from './use-t.ts'

const Root = styled('div')({ display: 'grid', gap: 6, alignContent: 'start', minWidth: 0 })
const Label = styled('span')({ fontSize: '0.8125rem', fontWeight: 500 })
const Drop = styled(FileButton)(({ theme }) => ({
  height: 116,
  padding: 14,
  '&[data-full="true"]': { borderStyle: 'solid', borderColor: theme.vars.palette.divider, backgroundColor: 'var(--ground)' },
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

type PictureFieldProps = { use: PictureName; path: string; ground: string; fault: string | undefined; onChange: (path: string) => void }

/** A picture by click or by dropping it; the server looks at it at once and says what it does not take. */
export const PictureField = ({ use, path, ground, fault, onChange }: PictureFieldProps) => {
  const t = useT()
  const id = useId()
  const [refusal, setRefusal] = useState<string>()
  const add = useCall(brands.addPicture, { meta: { shown: true } })
  const types = pictureRules[use].types
  const limit = Math.floor(pictureBytesMax / 1024)
  const send = async (file: File): Promise<void> => {
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
  const wrong = refusal ?? fault
  return (
    <Root>
      <Label id={`${id}-label`}>{t(use)}</Label>
      <Drop
        accept={types.map((type) => endings[type]).join(',')}
        testId={`file-${use}`}
        data-use={use}
        data-full={path !== ''}
        busy={add.isPending}
        aria-labelledby={`${id}-label ${id}-do`}
        aria-describedby={`${id}-hint`}
        aria-invalid={wrong !== undefined}
        style={{ ['--ground' as string]: ground }}
        onFiles={([file]) => void send(file)}
      >
        {path ? <img src={path} alt="" /> : <Icon path={mdiImagePlusOutline} size={26} />}
        <span id={`${id}-do`} hidden={path !== ''}>
          {t(path ? 'picture.replace' : 'picture.choose')}
        </span>
      </Drop>
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

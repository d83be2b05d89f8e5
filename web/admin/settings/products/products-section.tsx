import { settingMax } from '../../../../contract/site/agency-settings.ts';
import {
  featureTopics,
  type ProductId,
  productIds,
  usualProducts,
} from '../../../../contract/site/products.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { OriginalNote } from '../fields/original-note.tsx';
import { SettingsGroup } from '../fields/settings-group.tsx';
import { TextSetting } from '../fields/text-setting.tsx';
import { productNames } from '../model/field-names.ts';
import { useDraft, useSetting } from '../model/settings-draft-context.ts';
import { CurrenciesSetting } from './currencies.tsx';
import { PriceFields } from './price-fields.tsx';

/** In which currencies the products are sold, for how much, and their texts. */
export function ProductsSection() {
  return (
    <>
      <CurrenciesSetting />
      {productIds.map((id) => (
        <ProductSetting key={id} id={id} />
      ))}
    </>
  );
}

function ProductSetting({ id }: { id: ProductId }) {
  const title = useSetting(`products.${id}.title`).value ?? productNames[id];
  return (
    <SettingsGroup title={title.trim() || productNames[id]} hint={`Its page is ${usualProducts[id].path}.`}>
      <PriceFields id={id} />
      <TextSetting path={`products.${id}.title`} label="Name" max={settingMax.productTitle} />
      <TextSetting
        path={`products.${id}.description`}
        label="Description"
        hint="One sentence, below the name."
        isLong
        max={settingMax.productDescription}
      />
      <FeatureFields id={id} />
    </SettingsGroup>
  );
}

/** Always five lines, so that products can be compared line by line. */
function FeatureFields({ id }: { id: ProductId }) {
  const { errorAt } = useDraft();
  const path = `products.${id}.features` as const;
  const { value = [], change } = useSetting(path);
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-3 font-medium">Features</legend>
      {featureTopics.map((topic, index) => (
        <TextField
          key={topic}
          name={`${path}.${index}`}
          label={topic}
          autoComplete="off"
          maxLength={settingMax.productFeature}
          value={value[index] ?? ''}
          error={errorAt(`${path}.${index}`)}
          onChange={({ currentTarget }) => change(value.with(index, currentTarget.value))}
        />
      ))}
      <OriginalNote path={path} original={usualProducts[id].features.join(' · ')} />
    </fieldset>
  );
}

import { graphql } from '../../gql/index.js';
import type { EditableModelsQuery } from '../../gql/graphql.js';

export const EDITABLE_MODELS = graphql(`
  query EditableModels {
    editableModels {
      label
      name
      provider
      model
      plan
      contextWindow
      inputPrice
      cachedPrice
      outputPrice
      shutdownDate
      seesPictures
      usesTools
      reasoningTokens
      isListed
      announcedShutdown
      isChanged
      version
    }
  }
`);

export const CHANGE_MODEL = graphql(`
  mutation ChangeModel($label: String!, $version: Int!, $input: ModelEntryInput!) {
    changeModel(label: $label, version: $version, input: $input) {
      label
      version
    }
  }
`);

export const RESET_MODEL = graphql(`
  mutation ResetModel($label: String!, $version: Int!) {
    resetModel(label: $label, version: $version) {
      label
      version
    }
  }
`);

export type EditableModel = EditableModelsQuery['editableModels'][number];

import { graphql } from '../gql/index.js';
import type { ModelCatalogueQuery } from '../gql/graphql.js';

export const MODEL_CATALOGUE = graphql(`
  query ModelCatalogue {
    modelCatalogue {
      isConfigured
      models {
        label
        name
        provider
        model
        plan
        contextWindow
        seesPictures
        usesTools
        inputPrice
        outputPrice
        shutdownDate
      }
      localModel
      imageModel {
        name
        provider
        model
        plan
        inputPrice
        outputPrice
        shutdownDate
      }
    }
  }
`);

export type CatalogueModel = ModelCatalogueQuery['modelCatalogue']['models'][number];

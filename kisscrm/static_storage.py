"""Static files with hashed names, also inside JavaScript modules, so that a page never mixes versions."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedModules(CompressedManifestStaticFilesStorage):
    support_js_module_import_aggregation = True

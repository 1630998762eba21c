//! Domain files as assets: loaded by Bevy's asset server, and reloaded whenever they change.
//!
//! A version that cannot be read or planned with changes nothing: agents go on with the last valid one.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Component, Path};
use std::sync::Arc;

use bevy_app::{App, Plugin, PostUpdate};
use bevy_asset::io::Reader;
use bevy_asset::{
    Asset, AssetApp, AssetEventSystems, AssetLoadFailedEvent, AssetLoader, AssetServer, Assets, AsyncReadExt,
    Handle, LoadContext,
};
use bevy_ecs::prelude::*;
use bevy_reflect::TypePath;
use cunning_diag::Diagnostics;
use cunning_mind::{Domain, DomainError, DomainSpec};
use cunning_plan::limits::{FILE_BYTES_MAX, FILES_MAX};

use thiserror::Error;

use crate::domains::DomainId;
use crate::minds::{Minds, MindsError};

/// A domain file that was read and checked.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct DomainAsset {
    domain: Domain,
    warnings: Diagnostics,
}

impl DomainAsset {
    /// Returns the domain.
    pub fn domain(&self) -> &Domain {
        &self.domain
    }

    /// Returns the warnings of `cunning check`. They are logged when minds take the file.
    pub fn warnings(&self) -> &Diagnostics {
        &self.warnings
    }
}

/// Loads files whose names end with `.cunning.toml`, and any other file that is loaded as a [`DomainAsset`]. Included files
/// are read from the same folder and watched too.
#[derive(Clone, Copy, Debug, Default, TypePath)]
pub struct DomainLoader;

/// Why a domain file cannot be loaded as an asset.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DomainLoadError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(std::io::Error),
    /// The file is longer than a domain file may be.
    #[error("the domain file has more than {FILE_BYTES_MAX} bytes")]
    TooLong,
    /// The file is not text.
    #[error("the domain file is not UTF-8 text")]
    NotText,
    /// The domain has mistakes, as `cunning check` shows them.
    // Excerpts start on a new line.
    #[error("\n{0}")]
    Domain(DomainError),
}

impl AssetLoader for DomainLoader {
    type Asset = DomainAsset;
    type Settings = ();
    type Error = DomainLoadError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        context: &mut LoadContext<'_>,
    ) -> Result<DomainAsset, DomainLoadError> {
        let mut bytes = Vec::new();
        let limit = FILE_BYTES_MAX as u64 + 1;
        AsyncReadExt::take(reader, limit).read_to_end(&mut bytes).await.map_err(DomainLoadError::Io)?;
        if bytes.len() > FILE_BYTES_MAX {
            return Err(DomainLoadError::TooLong);
        }
        let text = String::from_utf8(bytes).map_err(|_| DomainLoadError::NotText)?;
        let main = context.path().to_string();
        let mut texts = BTreeMap::from([(main.clone(), Some(text))]);
        // The includes of a file are known after reading it: each round loads those that the last one missed.
        loop {
            let missed = RefCell::new(Vec::new());
            let read = Domain::from_sources(&main, |name| {
                let known: Option<&Option<String>> = texts.get(name);
                if known.is_none() {
                    missed.borrow_mut().push(name.to_owned());
                }
                known.cloned().flatten()
            });
            let missed = missed.into_inner();
            if missed.is_empty() || texts.len() + missed.len() > FILES_MAX + 1 {
                let domain = read.map_err(DomainLoadError::Domain)?;
                let mut warnings = domain.warnings().clone();
                warnings.append(domain.lint());
                return Ok(DomainAsset { domain, warnings });
            }
            for name in missed {
                let text = include(context, &name).await;
                texts.insert(name, text);
            }
        }
    }

    fn extensions(&self) -> &[&str] {
        &["cunning.toml"]
    }
}

/// Reads an included file from the folder of the main file. Names with other folders are not resolved.
async fn include(context: &mut LoadContext<'_>, name: &str) -> Option<String> {
    if !Path::new(name).components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    let path = context.path().resolve_embed_str(name).ok()?;
    let bytes = context.read_asset_bytes(path).await.ok()?;
    String::from_utf8(bytes).ok()
}

/// Adds domain files as assets. Add it after [`CunningPlugin`] and `AssetPlugin`, which is in `DefaultPlugins`.
///
/// ```
/// use bevy_app::{App, Startup, TaskPoolPlugin};
/// use bevy_asset::{AssetPlugin, AssetServer};
/// use bevy_cunning::prelude::*;
/// use bevy_cunning::DomainAssetPlugin;
/// use bevy_ecs::prelude::*;
///
/// fn set_up(mut minds: ResMut<Minds>, files: Res<AssetServer>, mut commands: Commands) -> Result {
///     let guards = minds.add_domain_asset(files.load("guard.cunning.toml"))?;
///     // It thinks as soon as the file is loaded, and goes on with every new version.
///     commands.spawn(Mind::new(guards, "guard"));
///     Ok(())
/// }
///
/// App::new()
///     .add_plugins((TaskPoolPlugin::default(), AssetPlugin::default()))
///     .add_plugins((CunningPlugin::default(), DomainAssetPlugin))
///     .add_systems(Startup, set_up);
/// ```
///
/// [`CunningPlugin`]: crate::CunningPlugin
#[derive(Clone, Copy, Debug, Default)]
pub struct DomainAssetPlugin;

impl Plugin for DomainAssetPlugin {
    fn build(&self, app: &mut App) {
        if !app.world().contains_resource::<AssetServer>() {
            log::error!("the app has no asset server; add `AssetPlugin` before `DomainAssetPlugin`");
            return;
        }
        app.init_resource::<Minds>()
            .init_asset::<DomainAsset>()
            .register_asset_loader(DomainLoader)
            .add_systems(PostUpdate, (load_versions, note_failures).after(AssetEventSystems));
    }
}

/// The file of a domain, and the version that was looked at last.
pub(crate) struct DomainFile {
    handle: Handle<DomainAsset>,
    /// The latest version, whether it was valid or not.
    seen: Option<Arc<DomainSpec>>,
}

impl DomainFile {
    /// Returns whether no version has been loaded yet.
    pub(crate) fn is_awaited(&self) -> bool {
        self.seen.is_none()
    }
}

impl Minds {
    /// Adds a domain that is an asset. Entities may get minds of it at once; they start to think when the file is loaded.
    pub fn add_domain_asset(&mut self, file: Handle<DomainAsset>) -> Result<DomainId, MindsError> {
        let name = file.path().map_or_else(|| "asset".to_owned(), ToString::to_string);
        let id = self.add_domain(&name, "")?;
        if let Some(domain) = self.domains.get_mut(id.index()) {
            domain.file = Some(DomainFile { handle: file, seen: None });
        }
        Ok(id)
    }

    /// Replaces a domain with a version of its file.
    fn load_version(&mut self, id: DomainId, asset: &DomainAsset) {
        let Some(domain) = self.domains.get_mut(id.index()) else { return };
        let Some(file) = &mut domain.file else { return };
        let is_first = file.seen.replace(asset.domain.spec().clone()).is_none();
        let name = domain.name.clone();
        if !asset.warnings.is_empty() {
            self.mistakes.log(asset.warnings.to_string());
        }
        match self.replace_domain(id, &asset.domain) {
            Ok(report) if is_first || !report.is_changed => {}
            Ok(report) => {
                log::info!("{name}: kept {} plans, dropped {}", report.plans_kept, report.plans_dropped);
                for note in report.notes {
                    self.mistakes.log(format!("{name}: {note}"));
                }
            }
            Err(error) => self.mistakes.log(format!("{name}: {error}; agents keep the previous version")),
        }
    }
}

/// Loads versions of domain files that have arrived or changed.
fn load_versions(mut minds: ResMut<Minds>, assets: Res<Assets<DomainAsset>>) {
    for at in 0..minds.domains.len() {
        let Some(file) = &minds.domains[at].file else { continue };
        let Some(asset) = assets.get(&file.handle) else { continue };
        if !file.seen.as_ref().is_some_and(|seen| Arc::ptr_eq(seen, asset.domain.spec())) {
            minds.load_version(DomainId(at as u16), asset);
        }
    }
}

/// Keeps failures to load a file as mistakes. The asset server has logged them.
fn note_failures(mut minds: ResMut<Minds>, mut failures: MessageReader<AssetLoadFailedEvent<DomainAsset>>) {
    for failure in failures.read() {
        minds.mistakes.note(failure.error.to_string());
    }
}
